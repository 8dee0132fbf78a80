import { errorTypeOf, type Span, tracing } from '../observability/tracing.ts'

const MAX_SUMMARIES = 500
const MAX_LENGTH = 255
const VERB = /^\s*(\w+)/u
/** A write says more of a statement than what it reads. */
const WRITTEN = /\b(?:insert into|update|delete from) "?([a-z_]+)/u
const READ = /\b(?:from|join) "?([a-z_]+)/u

const summaries = new Map<string, string>()

/** The verb and the first table of a statement: nothing that it compares or writes. */
const summaryOf = (text: string): string => {
  const existing = summaries.get(text)
  if (existing !== undefined) return existing
  const verb = VERB.exec(text)?.[1] ?? ''
  const table = (WRITTEN.exec(text) ?? READ.exec(text))?.[1]
  const summary = table === undefined ? verb : `${verb} ${table}`
  if (summaries.size < MAX_SUMMARIES) summaries.set(text, summary)
  return summary
}

interface Batch {
  readonly span: Span
  readonly summaries: string[]
  open: number
  isSent: boolean
}

/** A span for the statements that one connection sends together, from the first one to the last result. Not outside of a request or job. */
export const createStatementTrace = () => {
  let batch: Batch | undefined

  const endWhenDone = ({ span, isSent, open, summaries: sent }: Batch): void => {
    if (!isSent || open > 0) return
    span.set({ 'db.query.summary': sent.join('; ').slice(0, MAX_LENGTH), 'db.operation.batch.size': sent.length })
    span.end()
  }

  const awaitResult = async (own: Batch, result: Promise<unknown>): Promise<void> => {
    try {
      await result
    } catch (error) {
      own.span.fail(errorTypeOf(error))
    }
    own.open -= 1
    endWhenDone(own)
  }

  return {
    add: (text: unknown, result: unknown): void => {
      const { tracer } = tracing
      if (!tracer || typeof text !== 'string' || !(result instanceof Promise)) return
      if (!batch && !tracer.origin()) return
      batch ??= {
        span: tracer.start('statements', { kind: 'client', fields: { 'db.system.name': 'postgresql' } }),
        summaries: [],
        open: 0,
        isSent: false,
      }
      const own = batch
      own.summaries.push(summaryOf(text))
      own.open += 1
      void awaitResult(own, result)
    },
    /** What was added until now has been written to the socket together. */
    sent: (): void => {
      const own = batch
      batch = undefined
      if (!own) return
      own.isSent = true
      endWhenDone(own)
    },
  }
}
