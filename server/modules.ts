import type { Plugin } from './kernel/route.ts'
import { plugin as auth } from './modules/auth/index.ts'
import { plugin as forms } from './modules/forms/index.ts'
import { plugin as venues } from './modules/venues/index.ts'

/** Every module, in the order of the line: one may use only those before it. */
export const MODULES: readonly Plugin[] = [auth, forms, venues]
