import type { reportDispute } from '@kartis/contract/disputes.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readChargesOfOrder } from './disputes-queries.ts'
import { noteDispute, type NoticeProblem } from './note-dispute.ts'

type Report = BodyOf<typeof reportDispute>

/** The charge that a notice names. */
const chargeOf = async (platform: Platform, accountId: string, report: Report): Promise<string | Refusal> => {
  const { order_number: number, last4, payment_uuid: payment } = report
  const all = await readChargesOfOrder(platform.db, Number(number), accountId)
  const named = all.filter(
    (charge) =>
      (payment === undefined || charge.id === payment.toLowerCase()) &&
      (last4 === undefined || last4 === '' || charge.last4 === last4),
  )
  const [only, ...others] = named
  if (!only) return refuseField(all.length === 0 || !last4 ? 'order_number' : 'last4', 'unknown_charge')
  return others.length === 0 ? only.id : refuseField('payment_uuid', 'several_charges')
}

const REFUSALS: Readonly<Record<NoticeProblem['problem'], Refusal>> = {
  not_found: refuseField('order_number', 'unknown_charge'),
  operator: refuseField('order_number', 'noted_by_operator'),
  exists: refuseField('reference', 'already_noted'),
  too_much: refuseField('amount', 'too_big'),
}

/** Notes a notice of the producer's own acquirer; the id of the dispute. */
export const noteReport = async (
  platform: Platform,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  report: Report,
): Promise<string | Refusal> => {
  const { reference, reason, amount, deadline } = report
  if (deadline !== undefined && deadline < dayIn(ISRAEL_ZONE, platform.clock()))
    return refuseField('deadline', 'must_be_future')
  const paymentId = await chargeOf(platform, accountId, report)
  if (typeof paymentId !== 'string') return paymentId
  const noted = await noteDispute(platform, {
    paymentId,
    reference,
    reason,
    amount: amount === undefined ? undefined : toAgorot(amount),
    deadline,
    by: userId,
    ownAcquirer: true,
  })
  return 'problem' in noted ? REFUSALS[noted.problem] : noted.id
}
