use std::env::var;
use std::error::Error as StdError;

use openapi::apis::configuration::Configuration;
use openapi::apis::customers_api::{CreateCustomerError, GetCustomerError};
use openapi::apis::{authentication_api, billing_api, customers_api, orders_api, ssl_api, Error, ResponseContent};
use openapi::models::{
    BillingCycle, CertificateStatus, CustomerCreate, ErrorResponse, LoginRequest, OrderCreate, OrderItem,
    ProductConfig, ValidationErrorResponse,
};

fn print_file(step: &str, content: &[u8]) {
    println!("{step} {} {}", content.len(), String::from_utf8_lossy(&content[..4]).trim());
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn StdError>> {
    let mut api = Configuration { base_path: var("BASE_URL")?, ..Configuration::default() };
    let session = authentication_api::login(&api, LoginRequest::new(var("EMAIL")?, var("PASSWORD")?)).await?;
    println!("login {}", session.user.email);
    api.bearer_access_token = Some(session.token);

    let (mut listed, mut page, mut last) = (0, 1, 1);
    while page <= last {
        let reply =
            customers_api::list_customers(&api, Some(page), Some(20), None, None, None, None, None, None, None).await?;
        listed += reply.data.len();
        last = reply.meta.last_page;
        page += 1;
    }
    println!("page {listed}");

    let new_customer = CustomerCreate::new("session@example.org".into(), "Ada".into(), "Lovelace".into());
    let customer = customers_api::create_customer(&api, new_customer.clone()).await?;
    println!("create {}", customer.id);
    let config = ProductConfig { domain: Some("session.example".into()), ..ProductConfig::new() };
    let item =
        OrderItem { config: Some(config), ..OrderItem::new("hosting-pro".into(), 1, BillingCycle::Variant1Year) };
    let order =
        orders_api::create_order(&api, OrderCreate::new(customer.id, vec![item], "bank_transfer".into()), None).await?;
    println!("order {}", order.id);

    let pdf = billing_api::download_invoice_pdf(&api, &order.invoice_id.to_string()).await?;
    print_file("pdf", &pdf.bytes().await?);
    let certificates =
        ssl_api::list_certificates(&api, None, None, None, Some(CertificateStatus::Issued), None, None, None).await?;
    let zip = ssl_api::download_certificate(&api, &certificates.data[0].id.to_string()).await?;
    print_file("zip", &zip.bytes().await?);

    if let Err(Error::ResponseError(ResponseContent {
        entity: Some(CreateCustomerError::Status422(refusal)),
        ..
    })) = customers_api::create_customer(&api, new_customer).await
    {
        let errors = match refusal {
            ValidationErrorResponse::ValidationErrorEnvelope(envelope) => envelope.error.errors,
            ValidationErrorResponse::ValidationErrorFlat(flat) => flat.errors,
        };
        println!("422 {}", errors.keys().next().map_or("", String::as_str));
    }
    if let Err(Error::ResponseError(ResponseContent { entity: Some(GetCustomerError::Status404(missing)), .. })) =
        customers_api::get_customer(&api, &uuid::Uuid::from_u128(0x4000_8000_0000_0000_0000).to_string()).await
    {
        match missing {
            ErrorResponse::ErrorEnvelope(envelope) => println!("404 {}", envelope.error.code),
            ErrorResponse::ErrorFlat(flat) => println!("404 {}", flat.message),
        }
    }
    Ok(())
}
