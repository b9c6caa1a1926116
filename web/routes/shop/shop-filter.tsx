import { Search } from 'lucide'
import { useEffect, useRef, type ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { shopLink } from '#contract/links.ts'
import { Button } from '#web/ui/button.tsx'
import { inputClasses } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { ShopChoice, ShopList } from './load-shop.ts'

type Props = { types: ShopList['types']; chosen: ShopChoice }

/** The choice of types, the search and the stock: links and a form that navigate, with or without scripts. */
export function ShopFilter({ types, chosen }: Props) {
  const t = useText()
  const translate = useTenantText()
  const list = useListAt(chosen.type, types.map(({ name }) => translate(name).text).join())
  const to = (type: string | undefined) =>
    shopLink({
      ...(type ? { type } : {}),
      ...(chosen.inStock ? { stock: 'true' } : {}),
      ...(chosen.typed ? { q: chosen.typed } : {}),
    })
  return (
    // The types are wider than a phone: they scroll, and the page does not.
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <SearchForm chosen={chosen} />
      {types.length > 1 && (
        <nav aria-label={t('shop.type')}>
          <ul ref={list} className="-mx-4 flex gap-2 overflow-x-auto px-4 pb-1 sm:mx-0 sm:flex-wrap sm:px-0">
            <TypeLink to={to(undefined)} current={chosen.type === null}>
              {t('shop.all')}
            </TypeLink>
            {types.map(({ id, name }) => (
              <TypeLink key={id} to={to(id)} current={chosen.type === id}>
                <TenantText>{name}</TenantText>
              </TypeLink>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

/**
 * A list that is scrolled sideways to its current entry; the page itself stays where it is. Translated names,
 * which may arrive later, have other widths.
 */
function useListAt(type: string | null, names: string) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current=true]')
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 4
  }, [type, names])
  return list
}

const TypeLink = ({ to, current, children }: { to: string; current: boolean; children: ReactNode }) => (
  <li className="shrink-0">
    <Link
      to={to}
      preventScrollReset
      aria-current={current ? 'true' : undefined}
      className="flex min-h-11 items-center rounded-full border border-control bg-surface px-4 whitespace-nowrap no-underline hover:bg-brand-soft aria-[current=true]:border-brand-line aria-[current=true]:bg-brand-soft aria-[current=true]:font-semibold aria-[current=true]:text-on-brand-soft"
    >
      {children}
    </Link>
  </li>
)

function SearchForm({ chosen }: { chosen: ShopChoice }) {
  const t = useText()
  const submit = useSubmit()
  const form = useFormOf(chosen)
  return (
    <Form ref={form} method="get" role="search" action={shopLink()} className="grid gap-3" preventScrollReset>
      {chosen.type && <input type="hidden" name="type" value={chosen.type} />}
      <div className="grid max-w-[32rem] gap-1.5">
        <label htmlFor="q" className="font-medium">
          {t('shop.search')}
        </label>
        <div className="flex gap-2">
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={chosen.typed}
            maxLength={100}
            enterKeyHint="search"
            autoComplete="off"
            className={inputClasses}
          />
          <Button type="submit" tone="secondary">
            <Icon of={Search} size={18} />
            <span>{t('shop.searchButton')}</span>
          </Button>
        </div>
      </div>
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input
          type="checkbox"
          name="stock"
          value="true"
          defaultChecked={chosen.inStock}
          onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
          className="size-6 accent-brand-line"
        />
        <span>{t('shop.onlyInStock')}</span>
      </label>
    </Form>
  )
}

/** A form that follows the URL without replacing its inputs: focus, and what was typed early, stay. */
function useFormOf(chosen: ShopChoice) {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef(chosen)
  useEffect(() => {
    if (last.current === chosen) return
    last.current = chosen
    const typed = form.current?.elements.namedItem('q')
    const stock = form.current?.elements.namedItem('stock')
    if (typed instanceof HTMLInputElement && typed.value.trim() !== chosen.typed) typed.value = chosen.typed
    if (stock instanceof HTMLInputElement) stock.checked = chosen.inStock
  }, [chosen])
  return form
}
