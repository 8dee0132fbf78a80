import { serveTasks } from '../../../../platform/concurrency/serve-thread.ts'
import { MAP_TASKS } from './map-tasks.ts'

serveTasks(MAP_TASKS)
