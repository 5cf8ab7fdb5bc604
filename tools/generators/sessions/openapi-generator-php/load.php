<?php

// Loads the generated classes, and their libraries from PHP's include path, as Debian's packages install them.
error_reporting(E_ALL);
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/out/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require_once $file;
});
