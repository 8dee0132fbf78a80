import type { Event } from '@kartis/contract/events.ts'
import { agoText, numberText } from '@kartis/i18n/format.ts'
import { SkeletonBlock } from '@kartis/ui/components/skeleton.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import { IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../shared/links.tsx'
import type { Overview } from './home-queries.ts'
import style from './home.module.css'
import { partOfDay } from './part-of-day.ts'

interface GreetingProps {
  readonly name: string
  readonly overview: UseQueryResult<Overview>
  readonly creates: boolean
  /** The screen has a button below that creates an event. */
  readonly isOffered: boolean
}

/** Greeting by time of day, one sentence about sales, and the create button. */
export function Greeting({ name, overview, creates, isOffered }: GreetingProps) {
  const { t } = useTranslation('home')
  const [part] = useState(() => partOfDay(new Date().getHours()))
  return (
    <section className={style.greeting}>
      <div>
        <h1>{name === '' ? t(`hello.${part}_plain`) : t(`hello.${part}`, { name })}</h1>
        <div className={style.line}>
          {overview.data && (
            <p>
              <Sentence overview={overview.data} creates={creates} />
            </p>
          )}
          {overview.isPending && <SkeletonBlock wide="17rem" tall="1.1rem" />}
        </div>
      </div>
      {creates && !isOffered && (
        <ButtonLink to="/create-event" size="big" icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
          {t('create')}
        </ButtonLink>
      )}
    </section>
  )
}

function Sentence({ overview, creates }: { readonly overview: Overview; readonly creates: boolean }) {
  const { t } = useTranslation('home')
  const lang = useLang()
  const { today, running, next } = overview
  const counted = (count: number) => ({ count, figure: numberText(count, lang) })
  if (today) return [t('sold_today', counted(today.tickets)), t('across', counted(today.events))].join(' ')
  if (running) return t('running_now', { name: running.name })
  if (next) return t('next_event', { name: next.name, when: until(next) })
  return creates ? t('stage_ready') : t('nothing_coming')

  function until(event: Event): string {
    return agoText(event.starts_at, new Date(), lang)
  }
}
