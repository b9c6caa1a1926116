import { document } from './call.ts'
import * as message from './message.ts'
import * as page from './page-document.ts'
import * as place from './place.ts'
import * as product from './product.ts'
import * as service from './service.ts'
import * as tenant from './tenant.ts'

/** The public part of the call list: the tenant's published content. */
export const contentCalls = {
  getFinance: document('GET', '/tenants/:tenantId/finance', {
    who: 'anyone',
    input: tenant.TenantInput,
    output: tenant.Finance,
    cachedByContent: true,
  }),
  listServiceTypes: document('GET', '/tenants/:tenantId/servicetypes', {
    who: 'anyone',
    input: service.ListActive,
    output: service.ServiceTypes,
    cachedByContent: true,
  }),
  listServices: document('GET', '/tenants/:tenantId/services', {
    who: 'anyone',
    input: service.ListActive,
    output: service.Services,
    cachedByContent: true,
  }),
  listTeam: document('GET', '/tenants/:tenantId/team', {
    who: 'anyone',
    input: tenant.TenantInput,
    output: service.Team,
    cachedByContent: true,
  }),
  listProductTypes: document('GET', '/tenants/:tenantId/producttypes', {
    who: 'anyone',
    input: product.ListProducts,
    output: product.ProductTypes,
    cachedByContent: true,
  }),
  listProducts: document('GET', '/tenants/:tenantId/products', {
    who: 'anyone',
    input: product.ListProducts,
    output: product.Products,
    cachedByContent: true,
  }),
  getProduct: document('GET', '/tenants/:tenantId/products/:productId', {
    who: 'anyone',
    input: product.ProductInput,
    output: product.Product,
    cachedByContent: true,
  }),
  listPages: document('GET', '/tenants/:tenantId/pages', {
    who: 'anyone',
    input: page.ListPages,
    output: page.Pages,
    cachedByContent: true,
  }),
  getPage: document('GET', '/tenants/:tenantId/pages/:pageId', {
    who: 'anyone',
    input: page.PageInput,
    output: page.PageDocument,
    cachedByContent: true,
  }),
  listSubPages: document('GET', '/tenants/:tenantId/pages/:parentId/pages', {
    who: 'anyone',
    input: page.ListSubPages,
    output: page.SubPages,
    cachedByContent: true,
  }),
  getSubPage: document('GET', '/tenants/:tenantId/pages/:parentId/pages/:pageId', {
    who: 'anyone',
    input: page.SubPageInput,
    output: page.PageDocument,
    cachedByContent: true,
  }),
  getMessage: document('GET', '/tenants/:tenantId/messages/:id', {
    who: 'anyone',
    input: message.MessageInput,
    output: message.Message,
  }),
  listCountries: document('GET', '/countries', {
    tenant: 'none',
    who: 'anyone',
    input: place.EmptyInput,
    output: place.Countries,
    cachedByRelease: true,
  }),
  listLanguages: document('GET', '/languages', {
    tenant: 'none',
    who: 'anyone',
    input: place.EmptyInput,
    output: place.Languages,
    cachedByRelease: true,
  }),
}
