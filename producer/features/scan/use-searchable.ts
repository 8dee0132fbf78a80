import type { LocalAdmissionList } from '../../shared/check-in/admission-list.ts'
import { useGateMode } from '../../shared/check-in/hub/hub-link.ts'

/**
 * What a search here goes by: `all` of the server, which has whole phones; `names` of the hub or of this device, with the
 * last four digits of phones; `numbers` where this device is alone without names.
 */
export const useSearchable = (
  list: () => Pick<LocalAdmissionList, 'people'> | undefined,
): 'all' | 'names' | 'numbers' => {
  const mode = useGateMode()
  if (mode === 'online') return 'all'
  // A hub that is connected has the names.
  return mode === 'hub' || list()?.people !== undefined ? 'names' : 'numbers'
}
