import { crowd, type Client } from './client.ts'
import type { Step } from './buyer.ts'

/** Connections that a browser opens to one server (HTTP/1.1). */
const CONNECTIONS = 6

const HEADERS = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, br', 'accept-language': 'he' }

export interface Browser {
  readonly client: Client
  readonly url: string
  readonly heard: (step: Step) => void
}

/** Scripts, styles and fonts that a page of the sale site names. */
export const assetsOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/(?:src|href)="(\/order\/_\/[^"]+)"/g)].map(([, path]) => path ?? '')),
]

/** One request as a browser makes it; its answer, unpacked where it was not. */
export const look = async ({ client, url, heard }: Browser, name: string, path: string, plain = false) => {
  const { 'accept-encoding': _packed, ...unpacked } = HEADERS
  const answer = await client.send(`${url}${path}`, { headers: plain ? unpacked : HEADERS })
  heard({ name, status: answer.status, ms: answer.ms })
  return answer
}

/** A page, and those of its files that this browser has not yet. */
export const openPage = async (browser: Browser, name: string, path: string, files: readonly string[]) => {
  await look(browser, name, path)
  await crowd(files.length, CONNECTIONS, async (place) => void (await look(browser, 'asset', files[place] ?? '')))
}
