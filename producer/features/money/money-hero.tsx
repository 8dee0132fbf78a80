import { TicketShape } from '@kartis/ui/components/ticket-shape.tsx'
import type { ReactNode } from 'react'
import { HeroFigure } from '../../shared/hero-figure.tsx'
import style from '../../shared/payout-hero.module.css'
import { Chip, type ChipProps } from '@kartis/ui/components/chip.tsx'

interface Props {
  readonly chip?: { readonly state: NonNullable<ChipProps['state']>; readonly text: string } | undefined
  readonly label: string
  readonly shekels: number
  readonly under: ReactNode
  readonly stub: readonly { readonly name: string; readonly value: ReactNode }[]
}

/** The one sum of a money screen, as a ticket: the amount, and when and where to on the stub. */
export function MoneyHero({ chip, label, shekels, under, stub }: Props) {
  const facts = (
    <dl className={style.stub}>
      {stub.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  return (
    <section aria-label={label}>
      <TicketShape className={style.hero} stub={facts} stubSize="6.5rem" turns="15rem">
        <div className={style.main}>
          {chip && (
            <Chip state={chip.state} className={style.chip}>
              {chip.text}
            </Chip>
          )}
          <p className={style.soft}>{label}</p>
          <HeroFigure shekels={shekels} />
          <p className={style.soft}>{under}</p>
        </div>
      </TicketShape>
    </section>
  )
}
