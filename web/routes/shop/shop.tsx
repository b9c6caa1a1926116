import { memoize } from '#domain/memoize.ts'
import { cartLink, shopLink } from '#contract/links.ts'
import { requireShop } from '#web/request/guard.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/shop'
import { loadShop, type ShopList } from './load-shop.ts'
import { ProductList } from './product-list.tsx'
import { ShopFilter } from './shop-filter.tsx'

/** `/shop`: the tenant's goods by type, search and stock; with `bid` those of the guest's own visit first. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireShop(context)
  const { list, page, words } = await loadShop(ctx, url.searchParams)
  ctx.setMetadata(page)
  return {
    list,
    words,
    head: publicHead(ctx, page),
    text: ctx.messages(['shop']),
  }
}

export const meta = (args: Route.MetaArgs) => publicMeta(args)

const lists = memoize<ShopList>(100)

export default function Shop({ loaderData: { list } }: Route.ComponentProps) {
  const t = useText()
  const { types, fromVisit, products, stocked, chosen, vatNote } = lists(
    list,
    () => JSON.parse(list) as ShopList,
  )
  const found = fromVisit.length + products.length
  return (
    <Page title={t('shop.title')} lead={stocked && t('shop.lead')}>
      {stocked ? (
        <>
          <ShopFilter types={types} chosen={chosen} />
          <p role="status" className="mt-6 text-sm text-muted">
            {t('shop.found', { count: found })}
          </p>
          {fromVisit.length > 0 && (
            <ProductList heading={t('shop.fromVisit')} products={fromVisit} eager={2} />
          )}
          {products.length > 0 && (
            <ProductList
              heading={fromVisit.length > 0 ? t('shop.others') : t('shop.products')}
              visible={fromVisit.length > 0}
              products={products}
              eager={fromVisit.length > 0 ? 0 : 2}
            />
          )}
          {found === 0 && (
            <div className="mt-6">
              <Empty
                action={
                  <ButtonLink to={shopLink()} tone="secondary">
                    {t('shop.showAll')}
                  </ButtonLink>
                }
              >
                {t('shop.noMatch')}
              </Empty>
            </div>
          )}
          <p className="mt-10 text-sm text-muted">{vatNote}</p>
          {/* With scripts the toolbar has it. */}
          <p className="unscripted">
            <Link to={cartLink()} className={textLinkClasses}>
              {t('cartButton.open')}
            </Link>
          </p>
        </>
      ) : (
        <Empty>{t('shop.none')}</Empty>
      )}
    </Page>
  )
}
