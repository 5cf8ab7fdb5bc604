// Lists the code generators that `npm run generators` tries: the version, the commands, and a program with one call
// through the generated code.

/** The package registry that a generator comes from, which also determines how its output is type-checked. */
export type Kind = 'npm' | 'pip' | 'go';

export type Generator = {
  name: string;
  language: string;
  kind: Kind;
  /**
   * packages to install in exactly the given versions: first the generator, then the libraries that its output needs
   */
  packages: readonly string[];
  /** name → text of further files in the generator's folder: settings, and the program that makes the call */
  files: Readonly<Record<string, string>>;
  /** commands that generate the code; they run in the generator's folder, which contains `openapi.json` */
  generate: readonly (readonly string[])[];
  /** command that type-checks the output, for output that does not compile under the strictest settings */
  compile?: readonly string[];
  /** what a project has to know about the generator beyond the generator's own documentation; empty for nothing */
  workaround: string;
};

/**
 * First line of the programs that list two customers and print their number: reads the base URL and the token from
 * the environment.
 */
const ENV = 'const { BASE_URL: baseUrl = "", TOKEN: token = "" } = process.env;\n';
const headers = "{ Authorization: 'Bearer ' + token }";

export const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    language: 'TypeScript',
    kind: 'npm',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'],
    files: {
      'use.ts': `import createClient from 'openapi-fetch';
import type { paths } from './out';
${ENV}const api = createClient<paths>({ baseUrl, headers: ${headers} });
const { data } = await api.GET('/customers', { params: { query: { per_page: 2 } } });
console.log(data?.meta.total);
`,
    },
    generate: [['openapi-typescript', 'openapi.json', '-o', 'out.ts']],
    workaround: '`npx hosting-contract types` writes the same without it',
  },
  {
    name: '@hey-api/openapi-ts',
    language: 'TypeScript',
    kind: 'npm',
    packages: ['@hey-api/openapi-ts@0.99.0', 'typescript@5.9.3'],
    files: {
      'use.ts': `import { listCustomers } from './out';
import { client } from './out/client.gen';
${ENV}client.setConfig({ baseUrl, auth: token });
const { data } = await listCustomers({ query: { per_page: 2 }, throwOnError: true });
console.log(data.meta.total);
`,
    },
    generate: [['openapi-ts', '-i', 'openapi.json', '-o', 'out']],
    workaround: '',
  },
  {
    name: 'orval',
    language: 'TypeScript',
    kind: 'npm',
    packages: ['orval@8.30.0', 'typescript@5.9.3'],
    files: {
      'orval.config.mjs': `export default { api: { input: 'openapi.json', output: { target: 'out/api.ts', client: 'fetch', baseUrl: { runtime: 'process.env.BASE_URL' } } } };\n`,
      'use.ts': `import { listCustomers } from './out/api';
${ENV}const answer = await listCustomers({ per_page: 2 }, { headers: ${headers} });
if (answer.status === 200) console.log(answer.data.meta.total);
`,
    },
    generate: [['orval', '--config', 'orval.config.mjs']],
    workaround: '',
  },
  {
    name: 'swagger-typescript-api',
    language: 'TypeScript',
    kind: 'npm',
    packages: ['swagger-typescript-api@13.13.0', 'typescript@5.9.3'],
    files: {
      'use.ts': `import { Api } from './out/api';
${ENV}const api = new Api({ baseUrl, baseApiParams: { format: 'json', headers: ${headers} } });
const { data } = await api.customers.listCustomers({ per_page: 2 });
console.log(data.meta.total);
`,
    },
    generate: [['swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'out', '-n', 'api.ts']],
    workaround:
      "`baseApiParams: { format: 'json' }`: it overlooks the media type of a response that is a reference",
  },
  {
    name: '@rtk-query/codegen-openapi',
    language: 'TypeScript',
    kind: 'npm',
    packages: [
      '@rtk-query/codegen-openapi@2.2.0',
      '@reduxjs/toolkit@2.9.0',
      'react@19.2.0',
      'react-redux@9.2.0',
      '@types/react@19.2.0',
      'typescript@5.9.3',
    ],
    files: {
      'base.ts': `import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
${ENV}export const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl, headers: ${headers} }), endpoints: () => ({}) });
`,
      'config.json': JSON.stringify({
        schemaFile: 'openapi.json',
        apiFile: './base.ts',
        apiImport: 'api',
        outputFile: './out.ts',
        exportName: 'hosting',
        hooks: true,
      }),
      'use.ts': `import { configureStore } from '@reduxjs/toolkit';
import { hosting } from './out';
const store = configureStore({ reducer: { [hosting.reducerPath]: hosting.reducer }, middleware: (of) => of().concat(hosting.middleware) });
const { data } = await store.dispatch(hosting.endpoints.listCustomers.initiate({ perPage: 2 }));
console.log(data?.meta.total);
`,
    },
    generate: [['rtk-query-codegen-openapi', 'config.json']],
    workaround: '',
  },
  {
    name: 'openapi-zod-client',
    language: 'TypeScript',
    kind: 'npm',
    packages: [
      'openapi-zod-client@1.18.3',
      '@zodios/core@10.9.6',
      'axios@1.7.9',
      'zod@3.25.76',
      'typescript@5.9.3',
    ],
    files: {
      'without-null.mjs': `import { readFileSync, writeFileSync } from 'node:fs';
const spared = (key, value) => (key === 'enum' && value.includes(null) ? value.filter((one) => one !== null) : value);
writeFileSync('openapi.json', JSON.stringify(JSON.parse(readFileSync('openapi.json', 'utf8'), spared)));
`,
      'use.ts': `import { createApiClient } from './out';
${ENV}const api = createApiClient(baseUrl, { axiosConfig: { headers: ${headers} } });
const page = await api.listCustomers({ queries: { per_page: 2 } });
console.log(page.meta.total);
`,
    },
    generate: [
      ['node', 'without-null.mjs'],
      ['openapi-zod-client', 'openapi.json', '-o', 'out.ts', '--with-alias'],
    ],
    workaround:
      'take `null` out of `enum` before (`type` says it too): it makes a `z.enum` of it, which does not compile',
  },
  {
    name: 'oazapfts',
    language: 'TypeScript',
    kind: 'npm',
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0', 'typescript@5.9.3'],
    files: {
      'use.ts': `import * as api from './out';
${ENV}api.defaults.baseUrl = baseUrl;
const answer = await api.listCustomers({ perPage: 2 }, { headers: ${headers} });
if (answer.status === 200) console.log(answer.data.meta.total);
`,
    },
    generate: [['oazapfts', 'openapi.json', 'out.ts']],
    workaround: '',
  },
  {
    name: 'openapi-typescript-codegen',
    language: 'TypeScript',
    kind: 'npm',
    packages: ['openapi-typescript-codegen@0.31.0', 'typescript@5.9.3'],
    files: {
      'use.ts': `import { CustomersApi, OpenAPI } from './out';
${ENV}OpenAPI.BASE = baseUrl;
OpenAPI.TOKEN = token;
const page = await CustomersApi.listCustomers({ perPage: 2 });
console.log(page.meta.total);
`,
    },
    generate: [
      [
        'openapi',
        '-i',
        'openapi.json',
        '-o',
        'out',
        '-c',
        'fetch',
        '--useOptions',
        '--postfixServices',
        'Api',
      ],
    ],
    workaround:
      '`--postfixServices Api`: its service of the tag `Email` would be named like the schema `EmailService`',
  },
  {
    name: 'kubb',
    language: 'TypeScript',
    kind: 'npm',
    packages: [
      '@kubb/cli@4.39.3',
      '@kubb/core@4.39.3',
      '@kubb/plugin-oas@4.39.3',
      '@kubb/plugin-ts@4.39.3',
      '@kubb/plugin-client@4.39.3',
      '@kubb/plugin-zod@4.39.3',
      'zod@4.1.12',
      'typescript@5.9.3',
    ],
    files: {
      'kubb.config.mjs': `import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginClient } from '@kubb/plugin-client';
import { pluginZod } from '@kubb/plugin-zod';
export default {
  root: '.', input: { path: './openapi.json' }, output: { path: './out', clean: true, extension: { '.ts': '' } },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginZod({ version: '4' }), pluginClient({ client: 'fetch', baseURL: '' })],
};
`,
      'use.ts': `import { listCustomers } from './out';
${ENV}const page = await listCustomers({ per_page: 2 }, { baseURL: baseUrl, headers: ${headers} });
console.log(page.meta.total);
`,
    },
    generate: [['kubb', 'generate', '--config', 'kubb.config.mjs']],
    workaround:
      "no `parser: 'zod'`: its Zod schemas take a `uri-reference`, such as a page's links, for a whole URL",
  },
  {
    name: 'openapi-generator, typescript-fetch',
    language: 'TypeScript',
    kind: 'pip',
    packages: ['openapi-generator-cli==7.26.0'],
    files: {
      'use.ts': `import { Configuration, CustomersApi } from './out';
${ENV}const api = new CustomersApi(new Configuration({ basePath: baseUrl, accessToken: token }));
const page = await api.listCustomers({ perPage: 2 });
console.log(page.meta.total);
`,
    },
    generate: [
      ['openapi-generator-cli', 'generate', '-g', 'typescript-fetch', '-i', 'openapi.json', '-o', 'out'],
    ],
    workaround: '',
  },
  {
    name: 'openapi-generator, python',
    language: 'Python',
    kind: 'pip',
    packages: [
      'openapi-generator-cli==7.26.0',
      'mypy==2.4.1',
      'pydantic==2.14.3',
      'python-dateutil==2.9.0.post0',
      'types-python-dateutil==2.9.0.20250822',
      'urllib3==2.8.0',
      'typing-extensions==4.16.0',
    ],
    files: {
      'use.py': `import os, sys
sys.path.insert(0, "out")
import openapi_client as api
client = api.ApiClient(api.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["TOKEN"]))
print(api.CustomersApi(client).list_customers(per_page=2).meta.total)
`,
    },
    generate: [['openapi-generator-cli', 'generate', '-g', 'python', '-i', 'openapi.json', '-o', 'out']],
    compile: ['venv/bin/mypy', '--strict', '--follow-imports=silent', 'use.py'],
    workaround: 'its own code is not all annotated: `mypy --strict --follow-imports=silent`',
  },
  {
    name: 'openapi-python-client',
    language: 'Python',
    kind: 'pip',
    packages: ['openapi-python-client==0.29.1', 'mypy==2.4.1'],
    files: {
      'use.py': `import os, sys
sys.path.insert(0, "out")
from hosting_platform_api_client import AuthenticatedClient
from hosting_platform_api_client.api.customers import list_customers
from hosting_platform_api_client.models import CustomerPage
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
page = list_customers.sync(client=client, per_page=2)
assert isinstance(page, CustomerPage)
print(page.meta.total)
`,
    },
    generate: [
      ['openapi-python-client', 'generate', '--path', 'openapi.json', '--output-path', 'out', '--overwrite'],
    ],
    workaround: '',
  },
  {
    name: 'datamodel-code-generator',
    language: 'Python',
    kind: 'pip',
    packages: ['datamodel-code-generator==0.89.0', 'pydantic[email]==2.14.3', 'mypy==2.4.1'],
    files: {
      'use.py': `import os, urllib.request
from out import CustomerPage
request = urllib.request.Request(
    os.environ["BASE_URL"] + "/customers?per_page=2", headers={"Authorization": "Bearer " + os.environ["TOKEN"]}
)
with urllib.request.urlopen(request) as answer:
    print(CustomerPage.model_validate_json(answer.read()).meta.total)
`,
    },
    generate: [
      [
        'datamodel-codegen',
        '--input',
        'openapi.json',
        '--input-file-type',
        'openapi',
        '--output',
        'out.py',
        '--output-model-type',
        'pydantic_v2.BaseModel',
        '--use-annotated',
      ],
    ],
    workaround: '`--use-annotated`, or mypy refuses its types',
  },
  {
    name: 'oapi-codegen',
    language: 'Go',
    kind: 'go',
    packages: [
      'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
      'github.com/oapi-codegen/runtime@v1.8.0',
    ],
    files: {
      'oapi.yaml':
        'package: out\noutput: out/out.go\ngenerate: { models: true, client: true }\noutput-options: { skip-prune: true }\n',
      'main.go': `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"use/out"
)

func main() {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	api, err := out.NewClientWithResponses(os.Getenv("BASE_URL"), out.WithRequestEditorFn(bearer))
	if err != nil {
		panic(err)
	}
	two := out.PerPage(2)
	answer, err := api.ListCustomersWithResponse(context.Background(), &out.ListCustomersParams{PerPage: &two})
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.JSON200.Meta.Total)
}
`,
    },
    generate: [['oapi-codegen', '-config', 'oapi.yaml', 'openapi.json']],
    workaround: '`output-options: { skip-prune: true }`: it takes the parameters of the webhooks for unused',
  },
];
