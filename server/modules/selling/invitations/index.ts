import type { Plugin } from '../../../platform/http/route.ts'
import { routes } from './routes.ts'
import { createSendingInvitations } from './send-invitation.ts'

export { eraseRecipients } from './invitations-queries.ts'

/** Invitations: free tickets that a producer sends to people by name. */
export const plugin: Plugin = async (app, platform) => {
  const invitations = createSendingInvitations(platform)
  routes(app, invitations)
  app.addHook('onClose', () => invitations.idle())
}
