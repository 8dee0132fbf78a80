import { serveTasks } from '../../../platform/concurrency/serve-thread.ts'
import { SEATING_TASKS } from './seating-tasks.ts'

serveTasks(SEATING_TASKS)
