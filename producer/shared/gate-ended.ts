import { createStore } from '@kartis/ui/components/store.ts'

/** The server no longer permits this device at the gate; `lost`: it takes nothing from it any more. */
export const gateEnded = createStore<'no' | 'ended' | 'lost'>('no')
