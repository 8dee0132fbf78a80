import { admitTickets, scanTicket } from '@kartis/contract/admission.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { api } from '../../shared/api.ts'
import { ApiError } from '../../shared/api-error.ts'
import { deviceId, gateName } from '../../shared/check-in/device.ts'
import type { Attempt } from './attempt.ts'

export type CheckedTicket = ReplyOf<typeof scanTicket>['data']

const placeOf = ({ scannedAt }: Attempt) => ({
  device_id: deviceId(),
  gate: gateName() || null,
  scanned_at: scannedAt,
})

/** An entry by name, with why no code was scanned. Its refusal is in the reply, and is thrown like that of a scan. */
const admitByHand = async (
  event: string,
  attempt: Attempt,
  { reason, note }: NonNullable<Attempt['manual']>,
): Promise<CheckedTicket> => {
  const { data } = await api(admitTickets, {
    retry: false,
    params: { uuid: event },
    body: {
      tickets: [{ ticket_uuid: attempt.text, scan_uuid: attempt.scanUuid }],
      reason,
      note,
      ...placeOf(attempt),
    },
  })
  const [result] = data.results
  if (!result?.ticket) throw new ApiError({ code: 'S1', description: '', ...result?.refusal, status: 409 })
  return { ticket: result.ticket, scan_statistics: data.scan_statistics }
}

/**
 * The server decides. It has no lanes, for it sees every entry: there is nothing that a lead overrides. A scan is not
 * repeated here: this device decides by its own list, and the scan is sent again from its queue.
 */
export const checkOnServer = async (event: string, attempt: Attempt): Promise<CheckedTicket> => {
  if (attempt.manual) return admitByHand(event, attempt, attempt.manual)
  const { data } = await api(scanTicket, {
    retry: false,
    params: { uuid: event },
    body: {
      ticket_uuid: attempt.text,
      ...placeOf(attempt),
      scan_uuid: attempt.scanUuid,
      ...(attempt.direction && { direction: attempt.direction }),
    },
  })
  return data
}
