import { crowd, type Client } from '@kartis/testing/http-client.ts'
import type { Step } from './buyer.ts'

/** Connections that a browser opens to one server (HTTP/1.1). */
const CONNECTIONS = 6

const HEADERS = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br', 'accept-language': 'he' }

export interface Browser {
  readonly client: Client
  readonly url: string
  readonly onStep: (step: Step) => void
}

/** Paths of the scripts, styles and fonts of a page of the sale site. */
export const assetsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="(\/order\/_\/[^"]+)"/g)].map(([, path]) => path ?? '')),
]

/** One request as a browser sends it. `plain`: request an uncompressed response. */
export const fetchPage = async ({ client, url, onStep }: Browser, name: string, path: string, plain = false) => {
  const { 'accept-encoding': _packed, ...unpacked } = HEADERS
  const answer = await client.send(`${url}${path}`, { headers: plain ? unpacked : HEADERS })
  onStep({ name, status: answer.status, ms: answer.ms })
  return answer
}

/** Loads a page and the files that the browser has not cached. */
export const openPage = async (browser: Browser, name: string, path: string, files: readonly string[]) => {
  await fetchPage(browser, name, path)
  await crowd(files.length, CONNECTIONS, async (place) => void (await fetchPage(browser, 'asset', files[place] ?? '')))
}
