// The example shop on the hosting platform: sign in, list orders, place an order, open the invoice of the order.
import { byId } from './dom.ts';
import { runTask } from './form.ts';
import { showOrders } from './orders.ts';
import { signIn } from './sign-in.ts';

signIn((api, session) => {
  byId('user').textContent = session.user.email;
  runTask(showOrders(api));
});
