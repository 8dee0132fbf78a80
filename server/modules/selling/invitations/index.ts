import type { App } from '../../../platform/http/route.ts'
import { routes } from './routes.ts'

export { eraseRecipients } from './invitations-queries.ts'

/** Invitations: free tickets that a producer sends to people by name. */
export const plugin = async (app: App): Promise<void> => {
  routes(app)
}
