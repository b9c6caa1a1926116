import type { RenderedOf } from '#contract/content/block.ts'
import { useBlockContext } from '../block-context.tsx'
import { PostCard } from './post-card.tsx'
import { BlockHeading, displayHeading, Prose } from '../text.tsx'

/** The sub-pages, each with its picture and a snippet. */
export function Bloglist1({
  block: { title, description, html, posts },
  top,
  eager,
}: {
  block: RenderedOf<'bloglist1'>
  top: boolean
  eager: boolean
}) {
  const { t, lang, path } = useBlockContext()
  const pictured = posts.findIndex((post) => post.picture)
  return (
    <section className="wide grid grid-cols-1 gap-10 py-12 sm:gap-12 sm:py-20">
      {(title || description || html) && (
        <div className="grid grid-cols-1 gap-4">
          {title && (
            <BlockHeading top={top} className={top ? displayHeading : 'text-3xl'}>
              {title}
            </BlockHeading>
          )}
          {description && (
            <p lang={lang} className="max-w-[58ch] text-xl text-muted whitespace-pre-line">
              {description}
            </p>
          )}
          <Prose html={html} />
        </div>
      )}
      {posts.length === 0 ? (
        <p className="text-muted">{t('content.noPosts')}</p>
      ) : (
        <ul lang={lang} className="grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {posts.map((post, index) => (
            <PostCard
              key={post.id}
              post={post}
              // Sub-pages of the front page need /index: without it, `/x` would be a top-level page.
              base={path === '/' ? '/index' : path}
              level={title && !top ? 'h3' : 'h2'}
              eager={eager && index === pictured}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
