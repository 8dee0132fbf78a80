import { readSettings as readPlatformSettings, type Settings } from './platform/config/settings.ts'
import { GATEWAYS } from './modules/payments/payments/index.ts'

/** The settings of this installation, with the variables of every payment gateway. Throws a `SettingsError`. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings =>
  readPlatformSettings(env, GATEWAYS)
