import 'i18next'
import type components from './components/en-US.json'
import type excel from './components/excel/en-US.json'
import type richText from './components/rich-text/en-US.json'
import type uploads from './components/uploads/en-US.json'
import type data from './data/en-US.json'
import type agents from './features/agents/en-US.json'
import type alarmRules from './features/alarm-rules/en-US.json'
import type alarms from './features/alarms/en-US.json'
import type analysis from './features/analysis/en-US.json'
import type articles from './features/articles/en-US.json'
import type cageTypes from './features/cage-types/en-US.json'
import type cameras from './features/cameras/en-US.json'
import type charts from './features/charts/en-US.json'
import type comparison from './features/comparison/en-US.json'
import type confirmEmail from './features/confirm-email/en-US.json'
import type controllerDetails from './features/controller-details/en-US.json'
import type customers from './features/customers/en-US.json'
import type dataScreen from './features/data-screen/en-US.json'
import type departments from './features/departments/en-US.json'
import type devices from './features/devices/en-US.json'
import type farmAccess from './features/farm-access/en-US.json'
import type flocks from './features/flocks/en-US.json'
import type goods from './features/goods/en-US.json'
import type houseCameras from './features/house-cameras/en-US.json'
import type houseGroups from './features/house-groups/en-US.json'
import type houseMonitor from './features/house-monitor/en-US.json'
import type houses from './features/houses/en-US.json'
import type inquiries from './features/inquiries/en-US.json'
import type iotProducts from './features/iot-products/en-US.json'
import type loginHistory from './features/login-history/en-US.json'
import type mall from './features/mall/en-US.json'
import type notices from './features/notices/en-US.json'
import type operaHistory from './features/opera-history/en-US.json'
import type orders from './features/orders/en-US.json'
import type overhaul from './features/overhaul/en-US.json'
import type password from './features/password/en-US.json'
import type personal from './features/personal/en-US.json'
import type priceLists from './features/price-lists/en-US.json'
import type questions from './features/questions/en-US.json'
import type reached from './features/reached/en-US.json'
import type register from './features/register/en-US.json'
import type repairs from './features/repairs/en-US.json'
import type reportSchedules from './features/report-schedules/en-US.json'
import type roles from './features/roles/en-US.json'
import type seller from './features/seller/en-US.json'
import type settings from './features/settings/en-US.json'
import type sharedClip from './features/shared-clip/en-US.json'
import type signIn from './features/sign-in/en-US.json'
import type systemMonitor from './features/system-monitor/en-US.json'
import type testRecord from './features/test-record/en-US.json'
import type trajectory from './features/trajectory/en-US.json'
import type trajectoryAnalysis from './features/trajectory-analysis/en-US.json'
import type users from './features/users/en-US.json'
import type weather from './features/weather/en-US.json'
import type webhooks from './features/webhooks/en-US.json'
import type workplace from './features/workplace/en-US.json'
import type layout from './layout/en-US.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    defaultNS: 'layout'
    resources: {
      agents: typeof agents
      'alarm-rules': typeof alarmRules
      alarms: typeof alarms
      analysis: typeof analysis
      articles: typeof articles
      'rich-text': typeof richText
      cameras: typeof cameras
      charts: typeof charts
      'cage-types': typeof cageTypes
      flocks: typeof flocks
      components: typeof components
      comparison: typeof comparison
      'confirm-email': typeof confirmEmail
      'controller-details': typeof controllerDetails
      departments: typeof departments
      data: typeof data
      'data-screen': typeof dataScreen
      customers: typeof customers
      devices: typeof devices
      excel: typeof excel
      'farm-access': typeof farmAccess
      'report-schedules': typeof reportSchedules
      webhooks: typeof webhooks
      goods: typeof goods
      'price-lists': typeof priceLists
      'house-cameras': typeof houseCameras
      'house-groups': typeof houseGroups
      'house-monitor': typeof houseMonitor
      houses: typeof houses
      'iot-products': typeof iotProducts
      layout: typeof layout
      'login-history': typeof loginHistory
      mall: typeof mall
      notices: typeof notices
      overhaul: typeof overhaul
      password: typeof password
      'opera-history': typeof operaHistory
      inquiries: typeof inquiries
      orders: typeof orders
      questions: typeof questions
      repairs: typeof repairs
      personal: typeof personal
      reached: typeof reached
      register: typeof register
      roles: typeof roles
      seller: typeof seller
      settings: typeof settings
      'shared-clip': typeof sharedClip
      'sign-in': typeof signIn
      uploads: typeof uploads
      users: typeof users
      weather: typeof weather
      workplace: typeof workplace
      'test-record': typeof testRecord
      trajectory: typeof trajectory
      'system-monitor': typeof systemMonitor
      'trajectory-analysis': typeof trajectoryAnalysis
    }
  }
}
