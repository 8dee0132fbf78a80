import { gateIdentity } from '../gate-device.ts'
import { useGateContact } from './use-gate-contact.ts'
import { useGateEvent } from './use-gate-event.ts'

/**
 * A phone that joined the gate by a link: who it is and its event. It reports to the managers' list of devices while one of
 * its pages is open, whichever.
 */
export const useGatePhone = () => {
  const identity = gateIdentity()
  const event = useGateEvent(identity?.event.uuid ?? '')
  useGateContact(event.data, identity?.name ?? '')
  return { identity, event }
}
