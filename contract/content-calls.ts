import { content, document, everywhere } from './call.ts'
import * as message from './content/message.ts'
import * as page from './content/page-document.ts'
import * as product from './shop/product.ts'
import * as service from './content/service.ts'
import * as tenant from './content/tenant.ts'

/** The public part of the call list: the tenant's published content. */
export const contentCalls = {
  getFinance: content('/finance', tenant.TenantInput, tenant.Finance),
  listServiceTypes: content('/servicetypes', service.ListActive, service.ServiceTypes),
  listServices: content('/services', service.ListServices, service.Services),
  listTeam: content('/team', tenant.TenantInput, service.Team),
  listProductTypes: content('/producttypes', product.ListProducts, product.ProductTypes),
  listProducts: content('/products', product.ListProducts, product.Products),
  getProduct: content('/products/:productId', product.ProductInput, product.Product),
  listPages: content('/pages', page.ListPages, page.Pages),
  getPage: content('/pages/:pageId', page.PageInput, page.PageDocument),
  listSubPages: content('/pages/:parentId/pages', page.ListSubPages, page.SubPages),
  getSubPage: content('/pages/:parentId/pages/:pageId', page.SubPageInput, page.PageDocument),
  getMessage: document('/messages/:id', message.MessageInput, message.Message),
  listCountries: everywhere('/countries', tenant.EmptyInput, tenant.Countries, { cachedByRelease: true }),
  listLanguages: everywhere('/languages', tenant.EmptyInput, tenant.Languages, { cachedByRelease: true }),
}
