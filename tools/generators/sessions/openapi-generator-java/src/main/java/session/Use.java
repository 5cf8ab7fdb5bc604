package session;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Use {
  static void printFile(String step, File file) throws Exception {
    byte[] content = Files.readAllBytes(file.toPath());
    String start = new String(content, 0, 4, StandardCharsets.ISO_8859_1);
    System.out.println(step + " " + content.length + " " + start.trim());
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("BASE_URL"));
    LoginRequest credentials =
        new LoginRequest().email(System.getenv("EMAIL")).password(System.getenv("PASSWORD"));
    Session session = new AuthenticationApi(client).login(credentials);
    System.out.println("login " + session.getUser().getEmail());
    client.setBearerToken(session.getToken());
    CustomersApi customers = new CustomersApi(client);

    int listed = 0;
    int last = 1;
    for (int page = 1; page <= last; page++) {
      CustomerPage reply = customers.listCustomers(page, 20, null, null, null, null, null, null, null);
      listed += reply.getData().size();
      last = reply.getMeta().getLastPage();
    }
    System.out.println("page " + listed);

    CustomerCreate newCustomer =
        new CustomerCreate().email("session@example.org").firstName("Ada").lastName("Lovelace");
    Customer customer = customers.createCustomer(newCustomer);
    System.out.println("create " + customer.getId());
    OrderItem item =
        new OrderItem()
            .skuId("hosting-pro")
            .quantity(1)
            .billingCycle(BillingCycle.OneYear)
            .config(new ProductConfig().domain("session.example"));
    OrderCreate newOrder =
        new OrderCreate().customerId(customer.getId()).items(List.of(item)).paymentMethod("bank_transfer");
    Order order = new OrdersApi(client).createOrder(newOrder, null);
    System.out.println("order " + order.getId());

    printFile("pdf", new BillingApi(client).downloadInvoicePdf(order.getInvoiceId()));
    SslApi ssl = new SslApi(client);
    CertificatePage certificates =
        ssl.listCertificates(null, null, null, CertificateStatus.ISSUED, null, null, null);
    printFile("zip", ssl.downloadCertificate(certificates.getData().get(0).getId()));

    try {
      customers.createCustomer(newCustomer);
    } catch (ApiException refused) {
      Object either = ValidationErrorResponse.fromJson(refused.getResponseBody()).getActualInstance();
      Map<String, List<String>> errors =
          either instanceof ValidationErrorEnvelope envelope
              ? envelope.getError().getErrors()
              : ((ValidationErrorFlat) either).getErrors();
      if (refused.getCode() == 422) System.out.println("422 " + errors.keySet().iterator().next());
    }
    try {
      customers.getCustomer(UUID.fromString("00000000-0000-4000-8000-000000000000"));
    } catch (ApiException missing) {
      Object either = ErrorResponse.fromJson(missing.getResponseBody()).getActualInstance();
      String code =
          either instanceof ErrorEnvelope envelope
              ? envelope.getError().getCode()
              : ((ErrorFlat) either).getMessage();
      if (missing.getCode() == 404) System.out.println("404 " + code);
    }
  }
}
