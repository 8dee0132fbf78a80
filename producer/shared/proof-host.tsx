import { lazy, Suspense, useState } from 'react'
import { pendingProof } from './proof.ts'

const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }))

/** Renders the question of requestProof(), loaded when it is first needed. Mounted once, near the root. */
export function ProofHost() {
  const pending = pendingProof.use()
  const [wasRequested, setWasRequested] = useState(false)
  if (pending && !wasRequested) setWasRequested(true)
  return (
    wasRequested && (
      <Suspense>
        <ProofDialog open={pending !== undefined} onAnswer={(proved) => pending?.answer(proved)} />
      </Suspense>
    )
  )
}
