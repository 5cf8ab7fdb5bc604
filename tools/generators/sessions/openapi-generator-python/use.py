import openapi_client as api
from openapi_client.exceptions import NotFoundException, UnprocessableEntityException

from shared import BASE_URL, EMAIL, PASSWORD, UNKNOWN_ID, show, show_file

anonymous = api.ApiClient(api.Configuration(host=BASE_URL))
session = api.AuthenticationApi(anonymous).login(api.LoginRequest(email=EMAIL, password=PASSWORD))
show("login", session.user.email)
client = api.ApiClient(api.Configuration(host=BASE_URL, access_token=session.token))
customers = api.CustomersApi(client)

listed, page, last = 0, 1, 1
while page <= last:
    reply = customers.list_customers(page=page, per_page=20)
    listed, page, last = listed + len(reply.data), page + 1, reply.meta.last_page
show("page", listed)

new_customer = api.CustomerCreate(email="session@example.org", first_name="Ada", last_name="Lovelace")
customer = customers.create_customer(new_customer)
show("create", customer.id)
item = api.OrderItem(
    sku_id="hosting-pro",
    quantity=1,
    billing_cycle=api.BillingCycle.OneYear,
    config=api.ProductConfig(domain="session.example"),
)
order = api.OrdersApi(client).create_order(
    api.OrderCreate(customer_id=customer.id, items=[item], payment_method="bank_transfer")
)
show("order", order.id)

show_file("pdf", api.BillingApi(client).download_invoice_pdf(order.invoice_id))
certificates = api.SSLApi(client).list_certificates(status=api.CertificateStatus.ISSUED)
show_file("zip", api.SSLApi(client).download_certificate(certificates.data[0].id))

try:
    customers.create_customer(new_customer)
except UnprocessableEntityException as error:
    refusal = error.data.actual_instance
    errors = refusal.error.errors if isinstance(refusal, api.ValidationErrorEnvelope) else refusal.errors
    show("422", next(iter(errors)))
try:
    customers.get_customer(UNKNOWN_ID)
except NotFoundException as error:
    envelope = error.data.actual_instance
    assert isinstance(envelope, api.ErrorEnvelope)
    show("404", envelope.error.code)
