import { serveThread } from '../../../platform/concurrency/serve-thread.ts'
import { SEATING_TASKS, type SeatingTasks } from './seating-tasks.ts'

serveThread(({ name, input }: { readonly name: keyof SeatingTasks; readonly input: unknown }) =>
  // The caller's types pair each name with its input.
  (SEATING_TASKS[name] as (input: unknown) => unknown)(input),
)
