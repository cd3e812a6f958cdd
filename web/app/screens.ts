import * as icon from 'lucide-react'
import type { ArticleFamily, SortedFamily } from '#shared/articles.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import { paths } from '#shared/screens.ts'
import { text } from '#shared/text.ts'
import { publicScreens } from './public-screens.ts'
import { group, type MenuGroup, type Screen, screen } from './screen.ts'

const hidden = true
/** Hidden from the menu, full width, one tab per house. */
const ofHouse = { hidden, canvas: true, each: 'houseId' }
const staffOnly = { kinds: [STAFF] as const }

/** The screens of a family of articles: what editors write, its categories, what farms read. */
const articleScreens = {
  written: (family: ArticleFamily) => ({
    page: () => import('#web/features/articles/articles-page.tsx').then(page => page.articlesPages[family]),
    texts: ['articles', 'uploads', 'rich-text'],
  }),
  sorted: (family: SortedFamily) => ({
    page: () =>
      import('#web/features/articles/categories-page.tsx').then(page => page.categoriesPages[family]),
    texts: ['articles'],
  }),
  read: (family: ArticleFamily) => ({
    page: () => import('#web/features/articles/reading-page.tsx').then(page => page.readingPages[family]),
    texts: ['articles', 'uploads'],
  }),
}

const targetParameter = screen(paths.targetParameter, '目标参数', 'Target parameters', 'device_setting', {
  page: () => import('#web/features/settings/target-page.tsx').then(page => page.TargetPage),
  texts: ['settings'],
  ...ofHouse,
})
const workplace = screen(paths.workplace, '工作台', 'Workplace', ['workplace', 'client_workplace'], {
  page: () => import('#web/features/workplace/workplace-page.tsx').then(page => page.WorkplacePage),
  texts: ['workplace'],
})

/**
 * THE table: every screen in the order of the menu, with who may open it. Menu, routes, guards and tests read it. A row
 * without `page` is not built yet: it has no menu entry, and its address says so.
 */
export const menu: readonly MenuGroup[] = [
  group('首页', 'Home', icon.House, [screen(paths.home, '首页', 'Home', 'signedIn', { leadsTo: workplace })]),
  group('仪表盘', 'Dashboard', icon.LayoutDashboard, [
    workplace,
    screen(paths.analysis, '分析', 'Analysis', 'dashboard_analysis', {
      ...staffOnly,
      page: () => import('#web/features/analysis/analysis-page.tsx').then(page => page.AnalysisPage),
      texts: ['analysis', 'alarms'],
    }),
    screen(paths.systemMonitor, '系统监控', 'System monitor', 'dashboard_monitor', {
      ...staffOnly,
      page: () =>
        import('#web/features/system-monitor/system-monitor-page.tsx').then(page => page.SystemMonitorPage),
      texts: ['system-monitor'],
    }),
    screen(paths.dataScreen, '数据大屏', 'Data screen', 'retech_datav', {
      canvas: true,
      page: () => import('#web/features/data-screen/data-screen-page.tsx').then(page => page.DataScreenPage),
      texts: ['data-screen'],
    }),
  ]),
  group('我的消息', 'My messages', icon.MessageSquareText, [
    screen(paths.messages, '我的消息', 'My messages', 'signedIn', {
      page: () => import('#web/features/notices/notices-page.tsx').then(page => page.NoticesPage),
      texts: ['notices'],
    }),
  ]),
  group('鸡舍管理', 'House management', icon.Warehouse, [
    screen(paths.houses, '鸡舍概览', 'House overview', 'chicken_home_manage', {
      page: () => import('#web/features/houses/houses-page.tsx').then(page => page.HousesPage),
      texts: ['houses'],
    }),
    screen(paths.houseMonitor, '鸡舍监控', 'House monitor', 'chicken_home_manage', {
      kinds: [CUSTOMER],
      canvas: true,
      page: () =>
        import('#web/features/house-monitor/house-monitor-page.tsx').then(page => page.HouseMonitorPage),
      texts: ['house-monitor'],
    }),
    screen(paths.controllerDetails, '环控器详情', 'Controller details', 'chicken_home_manage', {
      page: () =>
        import('#web/features/controller-details/controller-details-page.tsx').then(
          page => page.ControllerDetailsPage,
        ),
      texts: ['controller-details'],
      hidden,
      each: 'houseId',
    }),
    screen(paths.settings, '环控参数', 'Controller settings', 'device_setting', {
      page: () => import('#web/features/settings/settings-page.tsx').then(page => page.SettingsPage),
      texts: ['settings'],
      ...ofHouse,
    }),
    screen(paths.parameterSettings, '参数设置', 'Parameter settings', 'device_setting', {
      leadsTo: targetParameter,
      ...ofHouse,
    }),
    targetParameter,
    screen(paths.ventilationLevel, '通风等级', 'Ventilation levels', 'device_setting', {
      page: () => import('#web/features/settings/level-page.tsx').then(page => page.LevelPage),
      texts: ['settings'],
      ...ofHouse,
    }),
    screen(paths.charts, '报表', 'Reports', 'device_chart', {
      page: () => import('#web/features/charts/charts-page.tsx').then(page => page.ChartsPage),
      texts: ['charts'],
      ...ofHouse,
    }),
  ]),
  group('我的农场', 'My farm', icon.Wheat, [
    screen(paths.houseGroups, '鸡舍分组', 'House groups', 'chicken_group', {
      page: () =>
        import('#web/features/house-groups/house-groups-page.tsx').then(page => page.HouseGroupsPage),
      texts: ['house-groups'],
    }),
    screen(paths.comparison, '鸡舍对比', 'House comparison', 'chicken_group_comparison', {
      page: () => import('#web/features/comparison/comparison-page.tsx').then(page => page.ComparisonPage),
      texts: ['comparison'],
    }),
    screen(paths.flocks, '批次与养殖日志', 'Flocks and breeding log', 'chicken_batch', {
      page: () => import('#web/features/flocks/flocks-page.tsx').then(page => page.FlocksPage),
      texts: ['flocks', 'uploads'],
    }),
    screen(paths.houseCameras, '鸡舍摄像头', 'House cameras', 'chicken_home_manage', {
      canvas: true,
      page: () =>
        import('#web/features/house-cameras/house-cameras-page.tsx').then(page => page.HouseCamerasPage),
      texts: ['house-cameras'],
    }),
    screen(paths.alarms, '报警', 'Alarms', 'house_alarm', {
      page: () => import('#web/features/alarms/alarms-page.tsx').then(page => page.AlarmsPage),
      texts: ['alarms'],
    }),
    screen(paths.alarmRules, '报警规则与值班', 'Alarm rules and on-call', 'house_alarm_rule', {
      page: () => import('#web/features/alarm-rules/alarm-rules-page.tsx').then(page => page.AlarmRulesPage),
      texts: ['alarm-rules'],
    }),
  ]),
  group('天气', 'Weather', icon.CloudSun, [
    screen(paths.weather, '天气', 'Weather', 'weather', {
      page: () => import('#web/features/weather/weather-page.tsx').then(page => page.WeatherPage),
      texts: ['weather'],
    }),
  ]),
  group('设备', 'Devices', icon.Cpu, [
    screen(paths.overhauls, '设备检修', 'Device overhaul', 'device_overhaul', {
      page: () => import('#web/features/overhaul/overhaul-page.tsx').then(page => page.OverhaulPage),
      texts: ['overhaul', 'uploads'],
    }),
    screen(paths.overhaulItems, '检修明细', 'Overhaul details', 'device_overhaul', {
      page: () => import('#web/features/overhaul/items-page.tsx').then(page => page.OverhaulItemsPage),
      texts: ['overhaul'],
      hidden,
    }),
    screen(paths.overhaulPushes, '检修推送', 'Overhaul reminders', 'device_overhaul', {
      page: () => import('#web/features/overhaul/pushes-page.tsx').then(page => page.OverhaulPushesPage),
      texts: ['overhaul'],
      hidden,
    }),
    screen(paths.myOverhauls, '检修项目', 'Overhaul items', 'device_overhaul_item_client', {
      page: () => import('#web/features/overhaul/overhaul-page.tsx').then(page => page.MyOverhaulPage),
      texts: ['overhaul', 'uploads'],
    }),
    screen(paths.devices, '设备管理', 'Device management', 'device_manage', {
      entry: text('环控器', 'Environment controllers'),
      page: () => import('#web/features/devices/devices-page.tsx').then(page => page.DevicesPage),
      texts: ['devices'],
    }),
    screen(paths.cameras, '摄像头', 'Cameras', 'camera_manage', {
      page: () => import('#web/features/cameras/cameras-page.tsx').then(page => page.CamerasPage),
      texts: ['cameras'],
    }),
    screen(paths.cageTypes, '笼架类型', 'Cage system types', 'chickHouse_type_manage', {
      page: () => import('#web/features/cage-types/cage-types-page.tsx').then(page => page.CageTypesPage),
      texts: ['cage-types'],
    }),
  ]),
  group('物联网产品管理', 'IoT product management', icon.Boxes, [
    screen(paths.iotProducts, '物联网产品', 'IoT products', 'iot_product_manage', {
      page: () =>
        import('#web/features/iot-products/iot-products-page.tsx').then(page => page.IotProductsPage),
      texts: ['iot-products'],
    }),
  ]),
  group('客户', 'Customers', icon.Users, [
    screen(paths.customers, '正式客户', 'Formal customers', 'custom_manage', {
      page: () => import('#web/features/customers/customers-page.tsx').then(page => page.CustomersPage),
      texts: ['customers'],
    }),
    screen(paths.trialCustomers, '试用客户', 'Trial customers', 'try_custom_manage', {
      page: () => import('#web/features/customers/customers-page.tsx').then(page => page.TrialCustomersPage),
      texts: ['customers'],
    }),
    screen(paths.loginHistory, '登录记录', 'Login history', 'custom_login_history', {
      page: () =>
        import('#web/features/login-history/login-history-page.tsx').then(page => page.LoginHistoryPage),
      texts: ['login-history'],
    }),
    screen(paths.trajectory, '用户轨迹', 'User trajectory', 'user_trajectory', {
      page: () => import('#web/features/trajectory/trajectory-page.tsx').then(page => page.TrajectoryPage),
      texts: ['trajectory'],
    }),
    screen(paths.trajectoryAnalysis, '轨迹分析', 'Trajectory analysis', 'user_trajectory_analyze', {
      page: () =>
        import('#web/features/trajectory-analysis/trajectory-analysis-page.tsx').then(
          page => page.TrajectoryAnalysisPage,
        ),
      texts: ['trajectory-analysis'],
    }),
  ]),
  group('代理商', 'Agents', icon.Handshake, [
    screen(paths.agentArea, '代理专区', 'Agent area', 'agent_client', {
      page: () => import('#web/features/agents/area-page.tsx').then(page => page.AgentAreaPage),
      texts: ['agents', 'uploads'],
    }),
    screen(paths.agents, '代理管理', 'Agent management', 'user_manage', {
      ...staffOnly,
      page: () => import('#web/features/agents/agents-page.tsx').then(page => page.AgentsPage),
      texts: ['agents', 'uploads'],
    }),
    screen(paths.agentCategories, '代理资料分类', 'Agent material categories', 'user_manage', {
      ...staffOnly,
      page: () => import('#web/features/agents/categories-page.tsx').then(page => page.AgentCategoriesPage),
      texts: ['agents'],
    }),
  ]),
  group('订单', 'Orders', icon.Package, [
    screen(paths.orders, '订单管理', 'Order management', 'order_center', {
      page: () => import('#web/features/orders/orders-page.tsx').then(page => page.OrdersPage),
      texts: ['orders', 'uploads'],
    }),
    screen(paths.inquiries, '询价管理', 'Inquiries', 'admin_inquiry', {
      page: () => import('#web/features/inquiries/inquiries-page.tsx').then(page => page.InquiriesPage),
      texts: ['inquiries', 'uploads'],
    }),
    screen(paths.myOrders, '我的订单', 'My orders', 'my_center', {
      page: () => import('#web/features/orders/orders-page.tsx').then(page => page.MyOrdersPage),
      texts: ['orders', 'uploads'],
    }),
    screen(paths.myInquiries, '我的询价', 'My inquiries', 'my_center', {
      page: () => import('#web/features/inquiries/inquiries-page.tsx').then(page => page.MyInquiriesPage),
      texts: ['inquiries', 'uploads'],
    }),
  ]),
  group('商城管理', 'Mall management', icon.Store, [
    screen(paths.goods, '商品', 'Goods', 'mall_goods_list', {
      page: () => import('#web/features/goods/goods-page.tsx').then(page => page.GoodsPage),
      texts: ['goods', 'uploads', 'rich-text'],
    }),
    screen(paths.goodsClassification, '商品分类', 'Goods classification', 'mall_goods_classification_list', {
      page: () => import('#web/features/goods/classification-page.tsx').then(page => page.ClassificationPage),
      texts: ['goods'],
    }),
    screen(paths.priceLists, '价格表', 'Price lists', 'mall_goods_list', {
      hidden,
      page: () => import('#web/features/price-lists/price-lists-page.tsx').then(page => page.PriceListsPage),
      texts: ['price-lists'],
    }),
  ]),
  group('精品商城', 'Boutique mall', icon.ShoppingBag, [
    screen(paths.mall, '精品商城', 'Boutique mall', 'mall_goods_client_list', {
      page: () => import('#web/features/mall/mall-page.tsx').then(page => page.MallPage),
      texts: ['mall', 'uploads'],
    }),
    screen(paths.mallSearch, '商品搜索', 'Goods search', 'mall_goods_client_list', {
      hidden,
      page: () => import('#web/features/mall/mall-page.tsx').then(page => page.MallSearchPage),
      texts: ['mall', 'uploads'],
    }),
  ]),
  group('商品收藏', 'Commodity collection', icon.Heart, [
    screen(paths.favourites, '商品收藏', 'Favorite goods', 'signedIn', {
      entryFor: 'mall_goods_client_list',
      page: () => import('#web/features/mall/favourites-page.tsx').then(page => page.FavouritesPage),
      texts: ['mall'],
    }),
  ]),
  group('安装文档', 'Installation docs', icon.BookOpen, [
    screen(paths.installDocs, '安装文档', 'Installation docs', 'device_install_client_list', {
      ...articleScreens.read('install'),
    }),
    screen(paths.installEditors, '安装文档管理', 'Manage installation docs', 'device_install_admin_list', {
      ...articleScreens.written('install'),
    }),
    screen(
      paths.installCategories,
      '安装文档分类',
      'Installation doc categories',
      'device_install_admin_list_category',
      { ...articleScreens.sorted('install') },
    ),
  ]),
  group('日常维护', 'Device maintenance', icon.Wrench, [
    screen(paths.maintenance, '日常维护', 'Routine maintenance', 'device_maintain_client_list', {
      ...articleScreens.read('maintain'),
    }),
    screen(paths.maintenanceEditors, '维护管理', 'Manage maintenance', 'device_maintain_admin_list', {
      ...articleScreens.written('maintain'),
    }),
    screen(
      paths.maintenanceCategories,
      '维护分类',
      'Maintenance categories',
      'device_maintain_admin_list_category',
      { ...articleScreens.sorted('maintain') },
    ),
  ]),
  group('常见问题', 'FAQ', icon.CircleQuestionMark, [
    screen(paths.faq, '常见问题', 'FAQ', 'device_common_problem_client_list', {
      ...articleScreens.read('faq'),
    }),
    screen(paths.faqEditors, '问题库管理', 'Manage FAQ', 'device_common_problem_admin_list', {
      ...articleScreens.written('faq'),
    }),
    screen(paths.faqCategories, '问题分类', 'FAQ categories', 'device_common_problem_admin_list_category', {
      ...articleScreens.sorted('faq'),
    }),
  ]),
  group('报修', 'Repair', icon.Hammer, [
    screen(paths.myRepairs, '我的报修', 'My repairs', 'device_repair_client_list', {
      page: () => import('#web/features/repairs/repairs-page.tsx').then(page => page.MyRepairsPage),
      texts: ['repairs', 'uploads'],
    }),
    screen(paths.repairs, '报修管理', 'Repair requests', 'device_repair_admin_list', {
      page: () => import('#web/features/repairs/repairs-page.tsx').then(page => page.RepairsPage),
      texts: ['repairs', 'uploads'],
    }),
  ]),
  group('咨询与提问', 'Consultation and questions', icon.MessagesSquare, [
    screen(paths.questions, '提问管理', 'Questions', 'device_user_problem_admin_list', {
      page: () => import('#web/features/questions/questions-page.tsx').then(page => page.QuestionsPage),
      texts: ['questions', 'uploads'],
    }),
  ]),
  group('我的提问', 'My questions', icon.MessageCircleQuestionMark, [
    screen(paths.myQuestions, '我的提问', 'My questions', 'device_user_problem_client_list', {
      page: () => import('#web/features/questions/questions-page.tsx').then(page => page.MyQuestionsPage),
      texts: ['questions', 'uploads'],
    }),
  ]),
  group('养殖指导', 'Breeding instruction', icon.GraduationCap, [
    screen(paths.basics, '养殖基础', 'Breeding basics', 'farming_foundation_client_list', {
      ...articleScreens.read('basics'),
    }),
    screen(paths.news, '养殖资讯', 'Breeding news', 'breeding_instruction_client_infor', {
      ...articleScreens.read('news'),
    }),
    screen(paths.basicsEditors, '养殖基础管理', 'Manage breeding basics', 'farming_foundation_admin_list', {
      ...articleScreens.written('basics'),
    }),
    screen(
      paths.basicsCategories,
      '养殖基础分类',
      'Breeding basics categories',
      'farming_foundation_admin_list_category',
      { ...articleScreens.sorted('basics') },
    ),
    screen(paths.newsEditors, '资讯管理', 'Manage breeding news', 'breeding_instruction_infor', {
      ...articleScreens.written('news'),
    }),
  ]),
  group('使用说明', 'Instructions for use', icon.BookText, [
    screen(paths.instructions, '使用说明', 'Instructions', 'instruction_user_client_list', {
      page: () => import('#web/features/articles/instructions-page.tsx').then(page => page.InstructionsPage),
      texts: ['articles', 'uploads'],
    }),
    screen(paths.instructionList, '说明列表', 'Instruction list', 'instructions_use_client_list', {
      hidden,
      ...articleScreens.read('instructions'),
    }),
    screen(paths.instructionEditors, '说明管理', 'Manage instructions', 'instruction_user_admin_list', {
      ...articleScreens.written('instructions'),
    }),
    screen(
      paths.instructionCategories,
      '说明分类',
      'Instruction categories',
      'instruction_user_classification_list',
      { ...articleScreens.sorted('instructions') },
    ),
  ]),
  group('操作日志', 'Operation log', icon.History, [
    screen(paths.history, '操作日志', 'Operation history', 'opera_history', {
      page: () =>
        import('#web/features/opera-history/opera-history-page.tsx').then(page => page.OperaHistoryPage),
      texts: ['opera-history'],
      canvas: true,
    }),
  ]),
  group('系统设置', 'System settings', icon.Settings, [
    screen(paths.personal, '个人中心', 'Personal center', 'signedIn', {
      page: () => import('#web/features/personal/personal-page.tsx').then(page => page.PersonalPage),
      texts: ['personal', 'farm-access', 'webhooks', 'report-schedules'],
      parts: { farm_access: text('农场访问授权', 'Farm access') },
    }),
    screen(paths.departments, '组织架构', 'Organization structure', 'department_manage', {
      page: () => import('#web/features/departments/departments-page.tsx').then(page => page.DepartmentsPage),
      texts: ['departments'],
    }),
    screen(paths.users, '用户管理', 'Users', 'user_manage', {
      page: () => import('#web/features/users/users-page.tsx').then(page => page.UsersPage),
      texts: ['users'],
    }),
    screen(paths.roles, '角色管理', 'Roles', 'role_manage', {
      page: () => import('#web/features/roles/roles-page.tsx').then(page => page.RolesPage),
      texts: ['roles'],
      each: 'id',
    }),
    screen(paths.seller, '卖方资料', 'Seller', 'seller_manage', {
      ...staffOnly,
      page: () => import('#web/features/seller/seller-page.tsx').then(page => page.SellerPage),
      texts: ['seller'],
    }),
  ]),
]

export const screens: readonly Screen[] = [...publicScreens, ...menu.flatMap(({ screens }) => screens)]
