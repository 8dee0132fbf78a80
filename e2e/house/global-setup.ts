import { join } from 'node:path'
import { startKartis } from './server.ts'

/** Starts the server that all tests of a run share, and hands back what stops it. */
const globalSetup = async (): Promise<() => Promise<void>> => {
  const { stop, ...place } = await startKartis(join(import.meta.dirname, '../test-results'))
  process.env['KARTIS_E2E'] = JSON.stringify(place)
  return stop
}

// oxlint-disable-next-line import/no-default-export -- the test runner asks for one
export default globalSetup
