// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// A token whose whole supply is its maker's. Six decimals, so that nothing passes by taking 18 for granted.
contract Token is ERC20 {
    constructor(uint256 supply) ERC20("Test Dollar", "TUSD") {
        _mint(msg.sender, supply);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// One method for each thing that a call can be or do.
contract Sample {
    struct Item {
        uint256 amount;
        string note;
    }

    error Refused(address who, uint256 amount);

    uint256 public stored;

    function store(uint256 value) external returns (uint256) {
        stored = value;
        return value;
    }

    function echo(Item[] calldata items, bytes4 tag, bytes calldata data, bool flag, address who, int256 signed)
        external
        pure
        returns (Item[] memory, bytes4, bytes memory, bool, address, int256)
    {
        return (items, tag, data, flag, who, signed);
    }

    function require_(string calldata reason) external pure {
        revert(reason);
    }

    function refuse(uint256 amount) external view {
        revert Refused(msg.sender, amount);
    }

    function divide(uint256 by) external pure returns (uint256) {
        return 1 / by;
    }

    function forward(address payable to) external payable {
        (bool ok,) = to.call{value: msg.value}("");
        require(ok, "not taken");
    }
}

contract Multi is ERC1155 {
    constructor() ERC1155("") {
        _mint(msg.sender, 7, 1000, "");
    }
}

/// NFTs that nobody can list.
contract Plain is ERC721 {
    constructor() ERC721("Plain", "PLAIN") {
        _mint(msg.sender, 1);
    }
}

interface TronReceiver {
    function onTRC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// NFTs of TRON (TRC-721): a contract that is sent one safely is asked for it by another name than that of ERC-721.
contract TronNft is ERC721 {
    constructor() ERC721("Tron", "TRC") {
        for (uint256 id = 1; id <= 4; ++id) _mint(msg.sender, id);
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes memory data) public override {
        transferFrom(from, to, id);
        require(
            to.code.length == 0 || TronReceiver(to).onTRC721Received(msg.sender, from, id, data) == 0x5175f878,
            "not taken"
        );
    }
}

/// A token that answers nothing, as several old ones do, and takes no new allowance over an old one.
contract Silent {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 1000;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        require(amount == 0 || allowance[msg.sender][spender] == 0, "first take it away");
        allowance[msg.sender][spender] = amount;
    }
}

interface Factory {
    function addressOf(address owner, uint256 index) external view returns (address);
}

/// Asks a factory of gas pumps many times in one call.
contract Asking {
    function addressesOf(Factory factory, address owner, uint256 from, uint256 count)
        external
        view
        returns (address[] memory addresses)
    {
        addresses = new address[](count);
        for (uint256 i = 0; i < count; ++i) addresses[i] = factory.addressOf(owner, from + i);
    }
}

/// A token that answers `false`, and moves nothing.
contract Denying {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }
}

/// A token that answers `false`, and moves everything, as USDT on TRON; `takesHalf` moves half of it.
contract Tether {
    mapping(address => uint256) public balanceOf;
    bool public takesHalf;

    constructor(bool half) {
        balanceOf[msg.sender] = 1000;
        takesHalf = half;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        require(balanceOf[msg.sender] >= amount, "not enough");
        uint256 moved = takesHalf && balanceOf[msg.sender] < 1000 ? amount / 2 : amount;
        balanceOf[msg.sender] -= moved;
        balanceOf[to] += moved;
        return false;
    }
}

/// A token that answers `true`, and moves nothing.
contract Lying {
    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }
}

/// Calls whoever pays it, in the middle of the payment.
contract Returning {
    bytes public call;
    bool public succeeded;

    function prepare(bytes calldata data) external {
        call = data;
    }

    receive() external payable {
        _return(msg.sender);
    }

    function onERC721Received(address, address from, uint256, bytes calldata) external returns (bytes4) {
        _return(from);
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address from, uint256, uint256, bytes calldata) external returns (bytes4) {
        _return(from);
        return this.onERC1155Received.selector;
    }

    function _return(address payer) private {
        (succeeded,) = payer.call(call);
    }
}
