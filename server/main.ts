import cluster from 'node:cluster'
import { figuresOfAll, startWorkers, tellReady } from './cluster.ts'
import { openDatabase, type RunningDatabase } from './platform/database/open-database.ts'
import { migrate } from './platform/database/migrate.ts'
import { readSettings, type Settings } from './platform/config/settings.ts'
import { explain, loadEnvironment, stopOnSignal } from './process-lifetime.ts'
import { serve } from './serve.ts'

const sayReady = (settings: Settings, hints: readonly string[]): void => {
  console.log(`Kartis is ready: ${settings.publicUrl}`)
  for (const hint of hints) console.log(hint)
  for (const warning of settings.warnings) console.warn(`Warning: ${warning}`)
}

/** One of several serving processes; the first process keeps the database and tells it when to stop. */
const asWorker = async (settings: Settings): Promise<void> => {
  const { hints, stop } = await serve(settings, settings.databaseUrl ?? '', {
    figures: figuresOfAll,
  })
  // Ctrl-C reaches every process of the terminal: a worker waits for the first one's word.
  process.on('SIGINT', () => undefined)
  stopOnSignal(stop, ['SIGTERM'])
  tellReady(hints)
}

const start = async (settings: Settings, database: RunningDatabase) => {
  await migrate(database.direct)
  if (settings.processes > 1) return startWorkers(settings.processes, database.url)
  if (!process.argv.includes('--dev')) return serve(settings, database.url)
  const { devPages } = await import('./dev-pages.ts')
  return serve(settings, database.url, { producerPage: devPages })
}

const orNothing = <T>(promise: Promise<T>): Promise<T | undefined> => promise.catch(() => undefined)

/** A signal in the middle of a start waits until it is over, and then stops what has come of it. */
const asFirst = async (settings: Settings): Promise<void> => {
  const opening = openDatabase(settings)
  const starting = opening.then((database) => start(settings, database))
  const stop = async (): Promise<void> => {
    await (await orNothing(starting))?.stop()
    await (await orNothing(opening))?.stop()
  }
  stopOnSignal(stop)
  try {
    sayReady(settings, (await starting).hints)
  } catch (error) {
    await stop()
    throw error
  }
}

try {
  loadEnvironment()
  const settings = readSettings(process.env)
  await (cluster.isWorker ? asWorker(settings) : asFirst(settings))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
