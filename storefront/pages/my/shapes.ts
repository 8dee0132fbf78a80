import type { customerOrder } from '@kartis/contract/public-orders.ts'

export type MyOrder = (typeof customerOrder)['_output']
