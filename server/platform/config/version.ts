import { readFileSync } from 'node:fs'

const root = new URL('../../../package.json', import.meta.url)

/** The version of Kartis, from its package.json. */
export const { version: VERSION } = JSON.parse(readFileSync(root, 'utf8')) as { version: string }
