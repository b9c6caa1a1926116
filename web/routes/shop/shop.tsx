import { memoize } from '#domain/memoize.ts'
import { cartLink, shopLink } from '#contract/links.ts'
import { requireShop } from '#web/request/guard.ts'
import { publicHead, publicMeta } from '#web/request/page-meta.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/shop'
import { loadShop, type ListedProduct, type ShopList } from './load-shop.ts'
import { ProductCard } from './product-card.tsx'
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
  const { types, fromVisit, products, stocked, chosen } = lists(list, () => JSON.parse(list) as ShopList)
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
          <p className="mt-10 text-sm text-muted">{t('shop.vat')}</p>
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

type ListProps = {
  heading: string
  /** Whether the heading is shown, and not only read out. */ visible?: boolean
  products: ListedProduct[]
  /** How many pictures load at once. */ eager: number
}

const ProductList = ({ heading, visible = true, products, eager }: ListProps) => (
  <section className="mt-6">
    <h2 className={visible ? 'mb-4 text-2xl' : 'sr-only'}>{heading}</h2>
    <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-6 lg:gap-y-10">
      {products.map((product, index) => (
        <ProductCard key={product.id} product={product} eager={index < eager} />
      ))}
    </ul>
  </section>
)
