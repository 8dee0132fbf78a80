import { serveThread } from '../../../../platform/concurrency/serve-thread.ts'
import { MAP_TASKS, type MapTaskName } from './map-tasks.ts'

serveThread(({ name, input }: { readonly name: MapTaskName; readonly input: unknown }) =>
  // The caller's types pair each name with its input.
  (MAP_TASKS[name] as (input: unknown) => unknown)(input),
)
