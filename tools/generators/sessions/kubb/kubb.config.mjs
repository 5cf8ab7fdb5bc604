import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default {
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './out', clean: true, extension: { '.ts': '' } },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginZod({ version: '4' }), pluginClient()],
};
