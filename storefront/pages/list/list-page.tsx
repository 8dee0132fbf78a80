// First, so that the styles of components come after it.
import '../../shared/base.css'
import { Icon } from '../../shared/icon.tsx'
import { usePageContext } from '../../shared/page-context.tsx'
import page from '../../shared/page.module.css'
import parts from '../../shared/parts.module.css'
import { Shell } from '../../shared/shell.tsx'
import { BackdropColors } from '../../shared/backdrop.tsx'
import { hrefOf, isFiltered } from '../../state/list-filter.ts'
import type { ListView } from '../../state/list-state.ts'
import { Card } from './card.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { Filters, HiddenInputs } from './filters.tsx'
import css from './list-page.module.css'

const COLORS = ['#5b2be0', '#ff7d6b'] as const

const Search = ({ list }: { readonly list: ListView }) => {
  const { t } = usePageContext()
  return (
    <form className={css.search} role="search" action="/order" method="get">
      <Icon name="search" />
      <label className={parts.unseen} htmlFor="q">
        {t('sale.list.search_label')}
      </label>
      <input
        id="q"
        name="q"
        type="search"
        defaultValue={list.query.search}
        placeholder={t('sale.list.placeholder')}
        maxLength={100}
        enterKeyHint="search"
      />
      <HiddenInputs query={list.query} but={['q']} />
      <button className={`${parts.btn} ${parts.compact}`} type="submit">
        {t('sale.list.search')}
      </button>
    </form>
  )
}

const Chips = ({ list }: { readonly list: ListView }) => {
  const { t } = usePageContext()
  const chips = [{ slug: '', name: t('sale.list.all') }, ...list.categories]
  return (
    <nav className={css.scroller} aria-label={t('sale.list.categories')}>
      {chips.map(({ slug, name }) => {
        const here = list.query.category === slug
        return (
          <a
            key={slug}
            className={here ? `${parts.pick} ${parts.on}` : parts.pick}
            href={hrefOf(list.query, { category: slug })}
            aria-current={here ? 'true' : undefined}
          >
            <CategoryIcon slug={slug} />
            {name}
          </a>
        )
      })}
    </nav>
  )
}

const EmptyList = ({ isFilteredList }: { readonly isFilteredList: boolean }) => {
  const { t } = usePageContext()
  return (
    <section className={`${parts.state} ${css.nothing}`}>
      <span className={parts.seal}>
        <Icon name="ticket" />
      </span>
      <h2>{t(isFilteredList ? 'sale.list.none_title' : 'sale.list.empty_title')}</h2>
      <p className={parts.quiet}>{t(isFilteredList ? 'sale.list.none_text' : 'sale.list.empty_text')}</p>
      {isFilteredList && (
        <a className={parts.btn} href="/order">
          {t('sale.list.show_all')}
        </a>
      )}
    </section>
  )
}

/** Search, categories, filters, and the events in the order of their dates. */
export const ListPage = ({ list }: { readonly list: ListView }) => {
  const { t } = usePageContext()
  const isFilteredList = isFiltered(list.query) || list.page > 1
  const [first] = list.cards
  return (
    <Shell savedQuery={hrefOf(list.query, { page: list.page }).split('?')[1]}>
      <main id="main" className={`${parts.wrap} ${parts.stack} ${parts.loose} ${page.main}`}>
        <BackdropColors colors={first?.artwork.colors ?? COLORS} />
        <div className={`${parts.stack} ${parts.centred}`}>
          <h1>{t('sale.list.title')}</h1>
          <Search list={list} />
        </div>
        <div className={`${parts.stack} ${parts.snug} ${css.filters}`}>
          {list.categories.length > 0 && <Chips list={list} />}
          <Filters list={list} />
        </div>
        {isFilteredList && list.cards.length > 0 && (
          <p className={`${parts.line} ${parts.small} ${parts.quiet}`}>
            {t('sale.list.found', { count: list.total })}
            {isFiltered(list.query) && (
              <a className={`${parts.btn} ${parts.textButton} ${parts.compact}`} href="/order">
                {t('sale.list.clear')}
              </a>
            )}
          </p>
        )}
        {list.cards.length === 0 && <EmptyList isFilteredList={isFilteredList} />}
        <div className={css.cards}>
          {list.cards.map((card, place) => (
            <Card key={card.slug} card={card} first={place === 0 && !isFilteredList && list.page === 1} place={place} />
          ))}
        </div>
        {(list.page > 1 || list.page < list.lastPage) && (
          <p className={`${parts.line} ${parts.centred}`}>
            {list.page > 1 && (
              <a className={`${parts.btn} ${parts.neutral}`} href={hrefOf(list.query, { page: list.page - 1 })}>
                {t('sale.list.previous')}
              </a>
            )}
            {list.page < list.lastPage && (
              <a className={`${parts.btn} ${parts.neutral}`} href={hrefOf(list.query, { page: list.page + 1 })}>
                {t('sale.list.more')}
              </a>
            )}
          </p>
        )}
      </main>
    </Shell>
  )
}
