import type { RenderedOf } from '#contract/content/block.ts'
import { useBlockContext } from '../block-context.tsx'
import { PostCard } from './post-card.tsx'
import { BlockIntro } from '../text.tsx'

/** The latest sub-pages of another page, with a link to all. */
export function Articles1({
  block,
  top,
  eager,
}: {
  block: RenderedOf<'articles1'>
  top: boolean
  eager: boolean
}) {
  const { t, lang } = useBlockContext()
  const { page, posts } = block
  const pictured = posts.findIndex((post) => post.picture)
  return (
    <section className="wide grid grid-cols-1 gap-10 py-12 sm:py-20">
      <BlockIntro block={block} top={top} usual={t('content.latest')} />
      <ul lang={lang} className="grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post, index) => (
          <PostCard
            key={post.id}
            post={post}
            base={`/${page}`}
            level={top ? 'h2' : 'h3'}
            eager={eager && index === pictured}
          />
        ))}
      </ul>
      <p>
        <a href={`/${page}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {t('content.allPosts')}
        </a>
      </p>
    </section>
  )
}
