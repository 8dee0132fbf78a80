import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { openLog } from '../platform/observability/log.ts'
import { openPlatform } from '../platform/open-platform.ts'
import { openApi } from '../platform/http/openapi/document.ts'
import { VERSION } from '../platform/config/version.ts'
import type { Command } from './command.ts'
import { parseArguments } from './parse-arguments.ts'

export const OPENAPI_FILE = join(import.meta.dirname, '../../contract/openapi.json')

export const openApiText = async (endpoints: Parameters<typeof openApi>[0]): Promise<string> =>
  `${JSON.stringify(await openApi(endpoints, VERSION), null, 2)}\n`

export const openApiCommand: Command = {
  name: 'openapi',
  summary: 'write contract/openapi.json anew, after an endpoint has changed',
  usage: ['openapi'],
  run: async ({ settings, args, print }) => {
    parseArguments(args, {}, 0)
    // The routes are only read; nothing connects to this address.
    const log = openLog({ production: true, logLevel: 'silent' })
    const { platform, close } = openPlatform(settings, { url: 'postgres://nobody@127.0.0.1:1/none', work: false, log })
    const app = await buildApp(platform)
    writeFileSync(OPENAPI_FILE, await openApiText(app.endpoints))
    await app.close()
    await close()
    print(`${OPENAPI_FILE}: ${app.endpoints.length} endpoints`)
    return 0
  },
}
