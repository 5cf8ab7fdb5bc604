package session

import java.io.File
import java.util.UUID
import org.openapitools.client.apis.AuthenticationApi
import org.openapitools.client.apis.BillingApi
import org.openapitools.client.apis.CustomersApi
import org.openapitools.client.apis.OrdersApi
import org.openapitools.client.apis.SSLApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.BillingCycle
import org.openapitools.client.models.CertificateStatus
import org.openapitools.client.models.CustomerCreate
import org.openapitools.client.models.ErrorEnvelope
import org.openapitools.client.models.LoginRequest
import org.openapitools.client.models.OrderCreate
import org.openapitools.client.models.OrderItem
import org.openapitools.client.models.ProductConfig
import org.openapitools.client.models.ValidationErrorEnvelope

fun printFile(step: String, file: File) {
    val content = file.readBytes()
    println("$step ${content.size} ${String(content.copyOf(4), Charsets.ISO_8859_1).trim()}")
}

inline fun <reified Body> bodyOf(refused: ClientException): Body? {
    val text = (refused.response as? ClientError<*>)?.body as? String ?: return null
    return Serializer.moshi.adapter(Body::class.java).fromJson(text)
}

fun main() {
    val base = System.getenv("BASE_URL")
    val session = AuthenticationApi(base).login(LoginRequest(System.getenv("EMAIL"), System.getenv("PASSWORD")))
    println("login ${session.user.email}")
    ApiClient.accessToken = session.token
    val customers = CustomersApi(base)

    var listed = 0
    var page = 1
    var last = 1
    while (page <= last) {
        val reply = customers.listCustomers(page = page++, perPage = 20)
        listed += reply.`data`.size
        last = reply.meta.lastPage
    }
    println("page $listed")

    val newCustomer = CustomerCreate(email = "session@example.org", firstName = "Ada", lastName = "Lovelace")
    val customer = customers.createCustomer(newCustomer)
    println("create ${customer.id}")
    val item = OrderItem("hosting-pro", 1, BillingCycle.OneYear, ProductConfig(domain = "session.example"))
    val order = OrdersApi(base).createOrder(OrderCreate(customer.id, listOf(item), "bank_transfer"))
    println("order ${order.id}")

    printFile("pdf", BillingApi(base).downloadInvoicePdf(order.invoiceId))
    val issued = SSLApi(base).listCertificates(status = CertificateStatus.issued).`data`.first()
    printFile("zip", SSLApi(base).downloadCertificate(issued.id))

    try {
        customers.createCustomer(newCustomer)
    } catch (refused: ClientException) {
        val errors = bodyOf<ValidationErrorEnvelope>(refused)?.error?.errors
        if (refused.statusCode == 422) println("422 ${errors?.keys?.firstOrNull()}")
    }
    try {
        customers.getCustomer(UUID.fromString("00000000-0000-4000-8000-000000000000"))
    } catch (missing: ClientException) {
        if (missing.statusCode == 404) println("404 ${bodyOf<ErrorEnvelope>(missing)?.error?.code}")
    }
}
