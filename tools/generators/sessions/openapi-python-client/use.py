from hosting_platform_api_client import AuthenticatedClient, Client
from hosting_platform_api_client.api.authentication import login
from hosting_platform_api_client.api.billing import download_invoice_pdf
from hosting_platform_api_client.api.customers import create_customer, get_customer, list_customers
from hosting_platform_api_client.api.orders import create_order
from hosting_platform_api_client.api.ssl import download_certificate, list_certificates
from hosting_platform_api_client.models import (
    BillingCycle,
    CertificatePage,
    CertificateStatus,
    Customer,
    CustomerCreate,
    CustomerPage,
    ErrorEnvelope,
    LoginRequest,
    Order,
    OrderCreate,
    OrderItem,
    ProductConfig,
    Session,
    ValidationErrorEnvelope,
    ValidationErrorFlat,
)

from shared import BASE_URL, EMAIL, PASSWORD, UNKNOWN_ID, show, show_file

session = login.sync(client=Client(base_url=BASE_URL), body=LoginRequest(email=EMAIL, password=PASSWORD))
assert isinstance(session, Session)
show("login", session.user.email)
client = AuthenticatedClient(base_url=BASE_URL, token=session.token)

listed, page, last = 0, 1, 1
while page <= last:
    reply = list_customers.sync(client=client, page=page, per_page=20)
    assert isinstance(reply, CustomerPage)
    listed, page, last = listed + len(reply.data), page + 1, reply.meta.last_page
show("page", listed)

new_customer = CustomerCreate(email="session@example.org", first_name="Ada", last_name="Lovelace")
customer = create_customer.sync(client=client, body=new_customer)
assert isinstance(customer, Customer)
show("create", customer.id)
item = OrderItem(
    sku_id="hosting-pro",
    quantity=1,
    billing_cycle=BillingCycle.ONE_YEAR,
    config=ProductConfig(domain="session.example"),
)
order = create_order.sync(
    client=client, body=OrderCreate(customer_id=customer.id, items=[item], payment_method="bank_transfer")
)
assert isinstance(order, Order)
show("order", order.id)

show_file("pdf", download_invoice_pdf.sync_detailed(order.invoice_id, client=client).content)
certificates = list_certificates.sync(client=client, status=CertificateStatus.ISSUED)
assert isinstance(certificates, CertificatePage)
show_file("zip", download_certificate.sync_detailed(certificates.data[0].id, client=client).content)

refusal = create_customer.sync(client=client, body=new_customer)
if isinstance(refusal, ValidationErrorEnvelope):
    show("422", next(iter(refusal.error.errors.additional_properties)))
elif isinstance(refusal, ValidationErrorFlat):
    show("422", next(iter(refusal.errors.additional_properties)))
missing = get_customer.sync(UNKNOWN_ID, client=client)
if isinstance(missing, ErrorEnvelope):
    show("404", missing.error.code)
