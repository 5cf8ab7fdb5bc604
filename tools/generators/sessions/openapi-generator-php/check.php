<?php

// Loads every generated class, so that one that does not compile or does not fit its interface is a fatal error. Tests
// are parsed only, since PHPUnit is not installed.
require __DIR__ . '/load.php';

foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator(__DIR__ . '/out')) as $file) {
    if ($file->getExtension() !== 'php') continue;
    if (str_starts_with($file->getPathname(), __DIR__ . '/out/lib/')) require_once $file->getPathname();
    else token_get_all(file_get_contents($file->getPathname()), TOKEN_PARSE);
}
