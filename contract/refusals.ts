import { PERMISSIONS, ROLES } from '@kartis/domain/permissions.ts'
import type { RefusalCode } from '@kartis/domain/refusal.ts'
import { type Access, type Endpoint, freshProofOf, honoursKey, isDeviceAccess, isMemberAccess } from './endpoint.ts'

/** Refusals that the check of who calls may give. */
const ofAccess = (access: Access): readonly RefusalCode[] => {
  if (access === 'public') return []
  if (access === 'order-token') return ['unauthorized', 'not_found']
  const proof = freshProofOf(access) === undefined ? [] : (['proof_required'] as const)
  if (!isMemberAccess(access)) return ['unauthorized', ...proof]
  const isEveryones = PERMISSIONS[access.permission].roles.length === ROLES.length
  return [
    'unauthorized',
    'wrong_workspace',
    ...(isEveryones ? [] : (['forbidden'] as const)),
    // The body names what must exist: an event, and of it others.
    ...(access.of === 'body' ? (['not_found'] as const) : []),
    ...(isDeviceAccess(access) ? (['gate_device_ended'] as const) : []),
    ...proof,
  ]
}

/**
 * Every refusal that an endpoint may give: those of its definition, and those that its method, access, path and idempotency
 * bring with them. The description of the API lists them; a server under test refuses to send another one.
 */
export const refusalsOf = (endpoint: Endpoint): ReadonlySet<RefusalCode> =>
  new Set<RefusalCode>([
    ...ofAccess(endpoint.access),
    // Unknown parameters are refused everywhere, and a malformed body by every method that may have one.
    'validation',
    ...(endpoint.params ? (['not_found'] as const) : []),
    // A page of another site may not write (`forbidden`).
    ...(endpoint.method === 'GET' ? [] : (['payload_too_large', 'unsupported_media_type', 'forbidden'] as const)),
    ...(honoursKey(endpoint) ? (['idempotency_mismatch', 'idempotency_in_flight'] as const) : []),
    ...(endpoint.refusals ?? []),
    // The limits of the network, and a server that is busy or waits for its database.
    'too_many_requests',
    'overloaded',
  ])
