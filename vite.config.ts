import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * What several pages use travels in one file, and what several steps of a booking use in another: as dozens of small files the
 * same code compresses to a tenth more.
 */
const groups = [
  { name: 'shared', test: /node_modules\/(react|react-dom|scheduler|react-router|@lingui|lucide-react)\/|\/web\/(ui\/|[a-z-]+\.tsx?)|\/(domain|contract)\//, minShareCount: 2, priority: 2 },
  { name: 'booking', test: /\/web\/routes\/book\//, minShareCount: 3, priority: 1 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server loads the few icons that it draws, not all of them.
  ssr: { noExternal: ['lucide-react'] },
  build: { assetsInlineLimit: 0, sourcemap: false, target: 'es2023' },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
})
