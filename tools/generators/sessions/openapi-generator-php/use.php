<?php

require __DIR__ . '/load.php';

use OpenAPI\Client\Api;
use OpenAPI\Client\ApiException;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model;

function show(string $step, string|int $value): void
{
    echo "$step $value\n";
}

function showFile(string $step, SplFileObject $file): void
{
    $file->rewind();
    $content = $file->fread($file->getSize());
    show($step, strlen($content) . ' ' . trim(substr($content, 0, 4)));
}

$config = new Configuration();
$config->setHost(getenv('BASE_URL'));
$credentials = new Model\LoginRequest(['email' => getenv('EMAIL'), 'password' => getenv('PASSWORD')]);
$session = (new Api\AuthenticationApi(null, $config))->login($credentials);
show('login', $session->getUser()->getEmail());
$config->setAccessToken($session->getToken());
$customers = new Api\CustomersApi(null, $config);

$listed = 0;
for ($page = 1, $last = 1; $page <= $last; $page++) {
    $reply = $customers->listCustomers($page, 20);
    $listed += count($reply->getData());
    $last = $reply->getMeta()->getLastPage();
}
show('page', $listed);

$newCustomer = new Model\CustomerCreate([
    'email' => 'session@example.org',
    'first_name' => 'Ada',
    'last_name' => 'Lovelace',
]);
$customer = $customers->createCustomer($newCustomer);
show('create', $customer->getId());
$item = new Model\OrderItem([
    'sku_id' => 'hosting-pro',
    'quantity' => 1,
    'billing_cycle' => Model\BillingCycle::ONE_YEAR,
    'config' => new Model\ProductConfig(['domain' => 'session.example']),
]);
$newOrder = new Model\OrderCreate([
    'customer_id' => $customer->getId(),
    'items' => [$item],
    'payment_method' => 'bank_transfer',
]);
$order = (new Api\OrdersApi(null, $config))->createOrder($newOrder);
show('order', $order->getId());

showFile('pdf', (new Api\BillingApi(null, $config))->downloadInvoicePdf($order->getInvoiceId()));
$ssl = new Api\SSLApi(null, $config);
$certificates = $ssl->listCertificates(status: Model\CertificateStatus::ISSUED);
showFile('zip', $ssl->downloadCertificate($certificates->getData()[0]->getId()));

try {
    $customers->createCustomer($newCustomer);
} catch (ApiException $refused) {
    $body = $refused->getResponseObject();
    if ($refused->getCode() === 422 && $body instanceof Model\ValidationErrorResponse) {
        $errors = $body->getError()?->getErrors() ?? $body->getErrors();
        show('422', array_key_first($errors));
    }
}
try {
    $customers->getCustomer('00000000-0000-4000-8000-000000000000');
} catch (ApiException $missing) {
    $body = $missing->getResponseObject();
    if ($missing->getCode() === 404 && $body instanceof Model\ErrorResponse)
        show('404', $body->getError()->getCode());
}
