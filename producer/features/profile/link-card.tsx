import { Card } from '@kartis/ui/components/card.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import type { ComponentProps } from 'react'
import { ButtonLink } from '../../shared/links.tsx'

interface LinkCardProps extends Pick<ComponentProps<typeof ButtonLink>, 'to'> {
  readonly title: string
  readonly text: string
  /** The label of the link. */
  readonly open: string
}

/** A part of the company screen that has a screen of its own. */
export function LinkCard({ title, text, open, to }: LinkCardProps) {
  return (
    <Card title={title}>
      <Stack>
        <Soft small>{text}</Soft>
        <ButtonLink to={to} look="line">
          {open}
        </ButtonLink>
      </Stack>
    </Card>
  )
}
