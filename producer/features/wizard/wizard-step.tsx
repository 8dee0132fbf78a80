import type { WizardStep as Step } from '@kartis/domain/wizard.ts'
import { Navigate, useParams } from '@tanstack/react-router'
import { CreateStep } from './create-step.tsx'
import { EditStep } from './edit-step.tsx'
import type { StepParts } from './step-frame.tsx'

/** One step of a new (`/create-event/{type}/…`) or existing event (`/events/{uuid}/…`). */
export function WizardStep({ step, ...parts }: StepParts & { readonly step: Step }) {
  const { type, uuid }: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  if (uuid !== undefined) return <EditStep {...parts} step={step} uuid={uuid} key={`${uuid}/${step}`} />
  return type === 'tickets' || type === 'seats' ? (
    <CreateStep {...parts} step={step} type={type} key={step} />
  ) : (
    <Navigate to="/create-event" replace />
  )
}
