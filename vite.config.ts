import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

// What every page loads, and what many of them do: in one file each, it compresses better than in dozens.
/** The salon's own site: nothing of it is in what guests load. */
const ofStaff = /\/web\/(?:staff|routes\/(?:staff|day))\//
const groups = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'shared', minShareCount: 14, test: (id: string) => !ofStaff.test(id) },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The server loads the few icons that it draws, not all of them.
  ssr: { noExternal: ['lucide'] },
  build: { assetsInlineLimit: 0, sourcemap: false, target: 'es2023' },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
})
