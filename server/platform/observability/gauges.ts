import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../database/db.ts'
import type { Logger } from './log.ts'

/** A number about the whole installation, read from the database, such as how many refunds wait. */
export interface GaugeDefinition {
  /** As Prometheus names it. */
  readonly name: string
  readonly help: string
  readonly read: (db: Db) => Promise<number>
}

/** What the modules of an installation have to say to its operator. */
export interface Gauges {
  define(gauge: GaugeDefinition): void
  /** Serves all of them in a registry. */
  serve(registry: Registry, setup: { readonly db: Db; readonly log: Logger }): void
}

/** Milliseconds for which a reading is served: several scrapers cost no more than one. */
const FRESH_MS = 10_000

export const createGauges = (): Gauges => {
  const definitions: GaugeDefinition[] = []
  return {
    define: (gauge) => void definitions.push(gauge),
    serve: (registry, { db, log }) => {
      for (const { name, help, read } of definitions) {
        let readAt = -Infinity
        const gauge: Gauge = new Gauge({
          name,
          help,
          registers: [registry],
          // Every process of an installation reads the same.
          aggregator: 'max',
          async collect() {
            if (performance.now() - readAt < FRESH_MS) return
            readAt = performance.now()
            try {
              gauge.set(await read(db))
            } catch (error) {
              // Without a database there is no number: the last one would look like the present.
              gauge.set(Number.NaN)
              log.warn({ err: error, gauge: name }, 'a gauge could not be read')
            }
          },
        })
      }
    },
  }
}
