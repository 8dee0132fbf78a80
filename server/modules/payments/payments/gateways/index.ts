import type { GatewayDescriptor } from '../gateway-descriptor.ts'
import { cardcom } from './cardcom/descriptor.ts'
import { payplus } from './payplus/descriptor.ts'
import { tranzila } from './tranzila/descriptor.ts'

/** Every payment gateway that Kartis can charge with. A gateway is a folder here and a line in this list. */
export const GATEWAYS: readonly GatewayDescriptor[] = [tranzila, cardcom, payplus]
