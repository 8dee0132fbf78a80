import cluster from 'node:cluster'
import type { DemoData } from './demo.ts'
import { clusterMetrics, reportReady, startWorkers } from './cluster.ts'
import { openDatabase, type RunningDatabase } from './platform/database/open-database.ts'
import { migrate } from './platform/database/migrate.ts'
import { refuseExposure, type Settings } from './platform/config/settings.ts'
import { refuseTakenPort } from './platform/http/shared-port.ts'
import { SettingsError } from './platform/config/settings-error.ts'
import { readSettings } from './settings.ts'
import { describeError, loadEnvironment, stopOnSignal } from './process-lifetime.ts'
import { serve } from './serve.ts'

/** What happens, in one line, while the person at the terminal waits. */
const printProgress = (text: string): void => console.log(`${text} …`)

const printReady = (settings: Settings, hints: readonly string[]): void => {
  console.log(`Kartis is ready: ${settings.publicUrl}`)
  for (const hint of hints) console.log(hint)
  for (const warning of settings.warnings) console.warn(`Warning: ${warning}`)
}

/** Runs one of several serving processes; the primary process runs the database and stops the workers. */
const runWorker = async (settings: Settings, demo?: DemoData): Promise<void> => {
  const { hints, stop } = await serve(settings, settings.databaseUrl ?? '', {
    collectMetrics: clusterMetrics,
    demo,
  })
  // Ctrl-C reaches every process of the terminal; a worker waits for the primary's SIGTERM.
  process.on('SIGINT', () => undefined)
  stopOnSignal(stop, ['SIGTERM'])
  reportReady(hints)
}

const start = async (settings: Settings, database: RunningDatabase, demo?: DemoData) => {
  printProgress('Preparing the database')
  await migrate(database.direct)
  printProgress('Starting the server')
  await refuseTakenPort(settings.port, settings.host)
  if (settings.processes > 1) return startWorkers(settings.processes, database.url)
  if (!process.argv.includes('--dev')) return serve(settings, database.url, { demo })
  const { devPages } = await import('./dev-pages.ts')
  return serve(settings, database.url, { producerPage: devPages, demo })
}

const orUndefined = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined)

/** Runs the primary process. A signal during the start takes effect when the start has ended. */
const runPrimary = async (settings: Settings, demo?: DemoData): Promise<void> => {
  printProgress(settings.databaseUrl ? 'Opening the database' : 'Starting the embedded database')
  const opening = openDatabase(settings)
  const starting = opening.then((database) => start(settings, database, demo))
  const stop = async (): Promise<void> => {
    await (await orUndefined(starting))?.stop()
    await (await orUndefined(opening))?.stop()
  }
  stopOnSignal(stop)
  try {
    printReady(settings, (await starting).hints)
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Starts the server with the settings of the environment; ends the process with a line for the operator when it cannot.
 * Workers of a cluster run the same entry point and come here too.
 */
export const startServer = async (options: { readonly demo?: DemoData } = {}): Promise<void> => {
  try {
    loadEnvironment()
    const settings = readSettings(process.env)
    refuseExposure(settings)
    // A server issues documents by itself.
    if (settings.documents.problem) throw new SettingsError(settings.documents.problem)
    await (cluster.isWorker ? runWorker(settings, options.demo) : runPrimary(settings, options.demo))
  } catch (error) {
    console.error(describeError(error))
    process.exit(1)
  }
}
